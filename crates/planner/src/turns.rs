//! Who works when: engines that run side by side take turns.
//!
//! There are seldom as many cores as engines, and seconds on processors are what a run costs. So each engine has a number of parts of
//! the time. Those work that have had least of their parts, as many as there are cores, and the others wait where they poll their stop
//! flag (stride scheduling; Waldspurger & Weihl, 1995). None gets far ahead of its parts, even if a core has nothing to do: an engine
//! with a small part would take as many seconds on processors as the others, and seldom answer.
//!
//! The engine that will answer first, to judge by its own lower bounds so far, has as many parts as all others were given together. The
//! later another one is expected to answer, the fewer it has of its own. The next bound takes most engines a multiple of the time of the
//! last one. So the logarithm of the time is followed into the future: if a bound grew by 3 while the time became 16 times as much, it is
//! expected to do so again. An engine without bounds is expected to take as long again as it has worked.

use std::time::{Duration, Instant};

use bmcplan_base::stop::{Stop, StopReason};

/// The time that a part stands for: the longest turn of an engine that has one part.
const TURN: f64 = 0.010;

/// How far an engine may be ahead of the others, in turns.
const AHEAD: f64 = 2.0;

/// Growth is measured from the time on that is now as many times as much.
const WINDOW: f64 = 16.0;

/// If the first bound came later, growth is measured from then on, but over no less than this.
const LEAST_WINDOW: f64 = 4.0;

/// The growth that each engine is trusted to have besides: this part of the bound to be reached.
const TRUST: f64 = 1.0 / 32.0;

/// Who is expected to take e² times as long as the first has a part e times as small. This is the smallest.
const LEAST_PART: f64 = 1.0 / 4.0;

/// A bound is noted if the time is as many times that of the last one.
const NOTED: f64 = 1.02;

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
    /// The greatest length or cost that it has refuted, at some times, in seconds of work.
    refuted: Vec<(f64, u64)>,
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
            refuted: Vec::new(),
            is_working: true,
            has_ended: false,
        });
        self.seats.len() - 1
    }

    /// Notes what an engine has refuted.
    pub(super) fn note(&mut self, number: usize, refuted: u64) {
        let seat = &mut self.seats[number];
        let now = seat.worked.as_secs_f64();
        match seat.refuted.last_mut() {
            Some((_, greatest)) if refuted <= *greatest => {}
            Some((then, greatest)) if now <= *then * NOTED => *greatest = refuted,
            _ => seat.refuted.push((now, refuted)),
        }
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

    /// Counts the time since the last call, and says who works now. `best` is the length or cost of the best plan so far.
    pub(super) fn pass(&mut self, best: Option<u128>) {
        let passed = self.counted.elapsed();
        self.counted += passed;
        self.pass_after(passed, best);
    }

    fn pass_after(&mut self, passed: Duration, best: Option<u128>) {
        let parts = self.parts(best);
        for (seat, parts) in self.seats.iter_mut().zip(parts) {
            if seat.is_working && !seat.has_ended {
                seat.worked += passed;
                seat.progress += passed.as_secs_f64() / parts;
            }
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

    /// Returns the parts that each engine has now.
    fn parts(&self, best: Option<u128>) -> Vec<f64> {
        let left = || self.seats.iter().enumerate().filter(|(_, seat)| !seat.has_ended);
        let greatest = left().filter_map(|(_, seat)| seat.refuted()).max().unwrap_or(0) as f64;
        let more = greatest * (1.0 + TRUST) + 1.0;
        let target = best.map_or(more, |best| (best as f64 - 1.0).max(greatest));
        let forecasts: Vec<f64> = self.seats.iter().map(|seat| seat.forecast(target)).collect();
        let bounded = left().filter(|(_, seat)| seat.refuted().is_some()).map(|(number, _)| number);
        let first = bounded.min_by(|one, other| forecasts[*one].total_cmp(&forecasts[*other]));
        let mut parts = vec![0.0; self.seats.len()];
        for (number, seat) in left() {
            let later = first.map_or(0.0, |first| forecasts[number] - forecasts[first]);
            parts[number] = seat.parts * (-later / 2.0).exp().clamp(LEAST_PART, 1.0);
        }
        if let Some(first) = first {
            let others = left().map(|(_, seat)| seat.parts).sum::<f64>() - self.seats[first].parts;
            parts[first] = parts[first].max(others);
        }
        parts
    }

    /// Logs what each engine did.
    pub(super) fn log(&self) {
        for seat @ Seat { name, worked, .. } in &self.seats {
            let refuted = seat.refuted().map_or(String::new(), |refuted| format!(", refuted {refuted}"));
            log::info!("{name}: {:.2} s{refuted}", worked.as_secs_f64());
        }
    }

    /// Returns the progress of the engine that has had least.
    fn least(&self) -> Option<f64> {
        self.seats.iter().filter(|seat| !seat.has_ended).map(|seat| seat.progress).reduce(f64::min)
    }
}

impl Seat {
    fn refuted(&self) -> Option<u64> {
        self.refuted.last().map(|(_, refuted)| *refuted)
    }

    /// Returns the logarithm of the seconds that it is expected to have worked when it has refuted `target`. As long as it has refuted
    /// nothing, that is as long again as it has worked.
    fn forecast(&self, target: f64) -> f64 {
        let now = self.worked.as_secs_f64().max(TURN);
        let n_before = self.refuted.partition_point(|(then, _)| *then < now / WINDOW);
        let before = self.refuted.get(n_before.saturating_sub(1));
        let Some(((then, before), refuted)) = before.zip(self.refuted()) else { return (2.0 * now).ln() };
        let growth = (refuted - before) as f64 + target * TRUST;
        let window = (now / then).clamp(LEAST_WINDOW, WINDOW);
        now.ln() + window.ln() * (target - refuted as f64) / growth
    }

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
            turns.pass_after(Duration::from_millis(5), None);
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
    fn who_leads_has_as_much_as_the_others_were_given() {
        let mut turns = Turns::on(1);
        let [one, other, third] = [1, 1, 2].map(|parts| turns.add("", Stop::default(), parts));
        // 3 parts of 6, then 3 of 5.25: the first has a quarter of a part when it no longer leads.
        for (leader, refuted, leads, left) in [(one, 7, 5.0, 3.33), (other, 9, 5.71, 3.81)] {
            turns.note(leader, refuted);
            let worked =
                |turns: &Turns| [leader, third].map(|number| turns.seats[number].worked.as_secs_f64());
            let before = worked(&turns);
            (0..2000).for_each(|_| turns.pass_after(Duration::from_millis(5), None));
            let after = worked(&turns);
            are_close(&[after[0] - before[0], after[1] - before[1]], &[leads, left]);
        }
    }

    #[test]
    fn who_will_be_later_has_less() {
        let mut turns = Turns::on(2);
        // From a problem of Rover: A* and symbolic search, which proves that 41 is best after 2.8 s.
        let slow = vec![(0.0, 26), (0.03, 32), (0.09, 33), (0.27, 34), (0.82, 35)];
        let steady = vec![(0.04, 1), (0.1, 15), (0.34, 21), (1.07, 30)];
        assert!(turns.parts(None).is_empty());
        for refuted in [Vec::new(), slow, steady] {
            let number = turns.add("", Stop::default(), 1);
            turns.seats[number].worked = Duration::from_millis(1100);
            turns.seats[number].refuted = refuted;
        }
        for (best, least) in [(None, 1), (Some(41), 1), (Some(36), 2)] {
            let (parts, first) = (turns.parts(best), 3 - least);
            assert!(parts[least] < 0.8, "{parts:?} {best:?}");
            are_close(&[parts[first]], &[2.0]);
        }
        turns.end(2);
        assert_eq!(turns.parts(None), [1.0, 1.0, 0.0]);
        turns.seats[0].worked = Duration::from_millis(11_000);
        assert!(turns.parts(None)[0] < 0.5);
    }

    #[test]
    fn close_bounds_are_noted_once() {
        let mut turns = Turns::on(1);
        turns.add("", Stop::default(), 1);
        for (worked, refuted) in [(1000, 3), (1010, 4), (1015, 2), (1030, 9), (3000, 9)] {
            turns.seats[0].worked = Duration::from_millis(worked);
            turns.note(0, refuted);
        }
        assert_eq!(turns.seats[0].refuted, [(1.0, 4), (1.03, 9)]);
    }

    #[test]
    fn growth_is_measured_from_the_first_bound_on() {
        let mut turns = Turns::on(1);
        turns.add("", Stop::default(), 1);
        let seat = &mut turns.seats[0];
        // From a way between independent sets: formulas, which refute 13 steps in 12 s.
        (seat.worked, seat.refuted) = (Duration::from_secs(5), vec![(2.8, 2), (4.1, 5), (5.0, 7)]);
        let soon = seat.forecast(13.0).exp();
        assert!((10.0..30.0).contains(&soon), "{soon}");
        // A single bound is no growth.
        (seat.worked, seat.refuted) = (Duration::from_secs(3), vec![(2.8, 10)]);
        let late = seat.forecast(15.0).exp();
        assert!(1000.0 < late, "{late}");
    }

    #[test]
    fn who_comes_late_or_ends_leaves_the_others_their_parts() {
        let mut turns = Turns::on(1);
        turns.add("", Stop::default(), 1);
        let pass =
            |turns: &mut Turns| (0..200).for_each(|_| turns.pass_after(Duration::from_millis(5), None));
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
