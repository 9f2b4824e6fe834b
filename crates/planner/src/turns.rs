//! Who works when: engines that run side by side take turns.
//!
//! There are seldom as many cores as engines, and seconds on processors are what a run costs. So each engine has a number of parts of
//! the time. Those work that have had least of their parts, as many as there are cores, and the others wait where they poll their stop
//! flag (stride scheduling; Waldspurger & Weihl, 1995). None gets far ahead of its parts, even if a core has nothing to do: an engine
//! with a small part would take as many seconds on processors as the others, and seldom answer.
//!
//! The engine whose own lower bound is greatest has more parts as long as it leads. On 30 problems of the competitions that was after
//! a second the one that answered first alone, but for one.

use std::time::{Duration, Instant};

use bmcplan_base::stop::{Stop, StopReason};

/// The time that a part stands for: the longest turn of an engine that has one part.
const TURN: f64 = 0.010;

/// How far an engine may be ahead of the others, in turns.
const AHEAD: f64 = 2.0;

/// What multiplies the parts of the engine that leads.
const LEAD: f64 = 4.0;

/// The engines that have begun.
pub(super) struct Turns {
    cores: usize,
    seats: Vec<Seat>,
    counted: Instant,
}

struct Seat {
    name: &'static str,
    stop: Stop,
    parts: f64,
    /// Seconds of work, divided by the parts.
    progress: f64,
    worked: Duration,
    /// The greatest length or cost that it has refuted.
    refuted: Option<u64>,
    is_working: bool,
    has_ended: bool,
}

impl Turns {
    /// Returns turns on as many cores.
    pub(super) fn on(cores: usize) -> Self {
        Self { cores, seats: Vec::new(), counted: Instant::now() }
    }

    /// Adds an engine that polls this flag, and returns its number. It has what it missed for granted.
    pub(super) fn add(&mut self, name: &'static str, stop: Stop, parts: u32) -> usize {
        let progress = self.least().unwrap_or(0.0);
        let parts = f64::from(parts);
        self.seats.push(Seat {
            name,
            stop,
            parts,
            progress,
            worked: Duration::ZERO,
            refuted: None,
            is_working: true,
            has_ended: false,
        });
        self.seats.len() - 1
    }

    /// Notes what an engine has refuted.
    pub(super) fn note(&mut self, number: usize, refuted: u64) {
        let seat = &mut self.seats[number];
        seat.refuted = seat.refuted.max(Some(refuted));
    }

    /// Takes an engine that has ended out of the turns.
    pub(super) fn end(&mut self, number: usize) {
        self.seats[number].has_ended = true;
    }

    /// Checks whether all engines so far have ended.
    pub(super) fn is_over(&self) -> bool {
        self.seats.iter().all(|seat| seat.has_ended)
    }

    /// Stops all engines.
    pub(super) fn stop(&self) {
        for seat in &self.seats {
            seat.stop.raise(StopReason::Interrupt);
            // It need not wait to hear of that.
            seat.stop.resume();
        }
    }

    /// Counts the time since the last call, and says who works now.
    pub(super) fn pass(&mut self) {
        let passed = self.counted.elapsed();
        self.counted += passed;
        self.pass_after(passed);
    }

    fn pass_after(&mut self, passed: Duration) {
        let left = self.seats.iter().filter(|seat| !seat.has_ended);
        let greatest = left.filter_map(|seat| seat.refuted).max();
        for seat in self.seats.iter_mut().filter(|seat| seat.is_working && !seat.has_ended) {
            let leads = greatest.is_some() && seat.refuted == greatest;
            seat.worked += passed;
            seat.progress += passed.as_secs_f64() / if leads { LEAD * seat.parts } else { seat.parts };
        }
        let Some(least) = self.least() else { return };
        let mut left: Vec<&mut Seat> = self.seats.iter_mut().filter(|seat| !seat.has_ended).collect();
        // Who works finishes its turn.
        left.sort_by(|one, other| one.due().total_cmp(&other.due()));
        for (place, seat) in left.into_iter().enumerate() {
            let works = place < self.cores && seat.progress <= least + AHEAD * TURN;
            if works != seat.is_working {
                seat.is_working = works;
                if works { seat.stop.resume() } else { seat.stop.pause() }
            }
        }
    }

    /// Logs what each engine did.
    pub(super) fn log(&self) {
        for Seat { name, worked, refuted, .. } in &self.seats {
            let refuted = refuted.map_or(String::new(), |refuted| format!(", refuted {refuted}"));
            log::info!("{name}: {:.2} s{refuted}", worked.as_secs_f64());
        }
    }

    /// Returns the progress of the engine that has had least.
    fn least(&self) -> Option<f64> {
        self.seats.iter().filter(|seat| !seat.has_ended).map(|seat| seat.progress).reduce(f64::min)
    }
}

impl Seat {
    fn due(&self) -> f64 {
        if self.is_working { self.progress - TURN } else { self.progress }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the seconds that engines of these parts work in ten seconds.
    fn shares(cores: usize, parts: &[u32]) -> Vec<f64> {
        let mut turns = Turns::on(cores);
        for parts in parts {
            turns.add("", Stop::default(), *parts);
        }
        for _ in 0..2000 {
            turns.pass_after(Duration::from_millis(5));
        }
        turns.seats.iter().map(|seat| seat.worked.as_secs_f64()).collect()
    }

    #[track_caller]
    fn are_close(found: &[f64], expected: &[f64]) {
        let is_close = |(one, other): (&f64, &f64)| (one - other).abs() < 0.2;
        assert!(found.iter().zip(expected).all(is_close), "{found:?} {expected:?}");
    }

    #[test]
    fn each_engine_has_its_parts() {
        are_close(&shares(1, &[1, 3]), &[2.5, 7.5]);
        are_close(&shares(2, &[1, 1, 2]), &[5.0, 5.0, 10.0]);
        are_close(&shares(2, &[1, 4]), &[2.5, 10.0]);
        are_close(&shares(16, &[1, 4, 4]), &[2.5, 10.0, 10.0]);
    }

    #[test]
    fn who_leads_has_more() {
        let mut turns = Turns::on(1);
        let [one, other] = [1, 1].map(|parts| turns.add("", Stop::default(), parts));
        let mut worked = |refuted: [u64; 2]| {
            turns.note(one, refuted[0]);
            turns.note(other, refuted[1]);
            let before = turns.seats[other].worked;
            (0..2000).for_each(|_| turns.pass_after(Duration::from_millis(5)));
            (turns.seats[other].worked - before).as_secs_f64()
        };
        are_close(&[worked([0, 0]), worked([7, 5])], &[5.0, 2.0]);
        are_close(&[worked([7, 7])], &[5.0]);
    }

    #[test]
    fn who_comes_late_or_ends_leaves_the_others_their_parts() {
        let mut turns = Turns::on(1);
        turns.add("", Stop::default(), 1);
        let pass = |turns: &mut Turns| (0..200).for_each(|_| turns.pass_after(Duration::from_millis(5)));
        pass(&mut turns);
        let late = turns.add("", Stop::default(), 1);
        pass(&mut turns);
        are_close(&[turns.seats[0].progress, turns.seats[1].progress], &[1.5, 1.5]);
        turns.end(late);
        pass(&mut turns);
        are_close(&[turns.seats[0].progress], &[2.5]);
        assert!(!turns.is_over());
        turns.end(0);
        assert!(turns.is_over());
    }
}
