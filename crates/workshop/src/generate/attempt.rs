//! One attempt at a new puzzle: simulated annealing over boards (Kirkpatrick, Gelatt & Vecchi, *Optimization by Simulated
//! Annealing*, 1983). The measure of a board is the hardest position of its pieces.

use fastrand::Rng;

use bmcplan_ask::Fault;
use bmcplan_base::stop::Stop;
use bmcplan_kinds::problem::Variants;

use super::hardened::{BoardText, Hardness, PositionFilter};
use super::settings::{FigureFilter, GenerateSettings, NewPuzzle};
use crate::rate::rate_on_this_thread;

const FIRST_CHANGES: usize = 40;
const MAX_STARTS: usize = 8;
const TEMPERATURES: [f64; 2] = [3.0, 0.3];
const MAX_FINISHED: usize = 6;

pub(super) enum AttemptResult {
    Found(Box<NewPuzzle>),
    /// No puzzle: the filter that rejected the hardest finished board, or `None` if no board was hard enough.
    Refused(Option<&'static str>),
}

pub(super) struct Attempt<'a> {
    pub(super) settings: &'a GenerateSettings,
    pub(super) start: &'a BoardText,
    pub(super) random: Rng,
    pub(super) stop: &'a Stop,
}

impl Attempt<'_> {
    pub(super) fn make(mut self) -> Result<AttemptResult, Fault> {
        let (wanted, least) = (self.settings.position_filter(), self.settings.least());
        let mut board = self.start.clone();
        let mut hardness = Hardness::default();
        // A large board has too many positions until it is crowded.
        for _ in 0..MAX_STARTS {
            for _ in 0..FIRST_CHANGES {
                board = self.changed(&board)?.unwrap_or(board);
            }
            hardness = self.hardness(&board, wanted)?;
            if 0.0 < hardness.score {
                break;
            }
        }
        let mut best = (hardness, board.clone());
        let mut rejected_by = None;
        let mut n_finished = 0;
        let steps = self.settings.steps.max(1);
        for step in 0..steps {
            self.stop.check()?;
            let Some(changed) = self.changed(&board)? else { continue };
            let harder = self.hardness(&changed, wanted)?;
            if !self.takes(hardness.score - harder.score, temperature(step, steps)) {
                continue;
            }
            let is_new = hardness.length < harder.length;
            (hardness, board) = (harder, changed);
            if best.0.score < hardness.score {
                best = (hardness, board.clone());
            }
            if is_new
                && least.is_some_and(|least| Some(least) <= hardness.length)
                && n_finished < MAX_FINISHED
            {
                n_finished += 1;
                match self.finished(&board, wanted)? {
                    Ok(puzzle) => return Ok(AttemptResult::Found(Box::new(puzzle))),
                    Err(filter) => rejected_by = Some(filter),
                }
            }
        }
        if n_finished == 0 && least.is_none_or(|least| Some(least) <= best.0.length) {
            return Ok(match self.finished(&best.1, wanted)? {
                Ok(puzzle) => AttemptResult::Found(Box::new(puzzle)),
                Err(filter) => AttemptResult::Refused(Some(filter)),
            });
        }
        Ok(AttemptResult::Refused(rejected_by))
    }

    fn changed(&mut self, board: &BoardText) -> Result<Option<BoardText>, Fault> {
        let (limits, random) = (self.settings.limits, &mut self.random);
        let variants = board.problem.variants();
        let text = variants
            .and_then(|board: &dyn Variants| board.changed(limits, &mut |n| random.usize(..n.max(1))));
        text.map(|text| BoardText::like(&board.text, &text, self.stop)).transpose()
    }

    fn hardness(&self, board: &BoardText, wanted: PositionFilter) -> Result<Hardness, Fault> {
        let distances = board.distances(wanted, self.stop)?;
        Ok(distances.map_or_else(Hardness::default, |distances| wanted.hardness(&distances)))
    }

    fn takes(&mut self, loss: f64, temperature: f64) -> bool {
        self.random.f64() < (-loss.max(0.0) / temperature).exp()
    }

    fn finished(
        &self,
        board: &BoardText,
        wanted: PositionFilter,
    ) -> Result<Result<NewPuzzle, &'static str>, Fault> {
        let limits = self.settings.limits;
        let Some(mut board) = board.hardest(wanted, limits, self.stop)? else { return Ok(Err("length")) };
        while !limits.keeps_pieces
            && let Some(text) = board.without_scenery(self.stop)?
        {
            let smaller = BoardText::like(&board.text, &text, self.stop)?;
            // Without scenery there may be more plans, and harder positions.
            let Some(hardest) = smaller.hardest(wanted, limits, self.stop)? else { return Ok(Err("plans")) };
            board = hardest;
        }
        let loaded = board.load();
        let rating = rate_on_this_thread(&loaded, Some(wanted.memory), self.stop, &mut |_| {})?;
        self.stop.check()?;
        let rejects = |filter: &&FigureFilter| !filter.allows(&rating);
        if let Some(filter) = self.settings.filters.iter().find(rejects) {
            return Ok(Err(filter.figure.name));
        }
        let Some((key, text)) = board.key() else { return Ok(Err("length")) };
        let own = board.text.sources.first().filter(|_| limits.keeps_pieces);
        let text = own.map_or(text, |own| own.text().to_owned());
        Ok(Ok(NewPuzzle { key, text, loaded, rating }))
    }
}

#[expect(clippy::cast_precision_loss, reason = "steps are few")]
fn temperature(step: usize, steps: usize) -> f64 {
    let [first, last] = TEMPERATURES;
    first * (last / first).powf(step as f64 / steps as f64)
}
