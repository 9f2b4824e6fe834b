//! Variants of a board: cars that are moved, added or removed, walls, and mirror images.

use itertools::Itertools as _;

use super::toml::write;
use super::{Board, Car, Cell, Draft, Orientation};
use crate::problem::{VariantLimits, Variants};

/// Number of places that are tried for a car.
const TRIES: usize = 30;

impl Variants for Board {
    fn changed(&self, limits: VariantLimits, random: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        let mut draft = self.draft();
        let n_walls = draft.walls.len();
        match random(10) {
            0..=1 if !limits.keeps_pieces => {
                let index = random(draft.cars.len());
                let is_red = index == self.red().index();
                (!is_red).then(|| draft.remove(index))?;
            }
            2..=4 if !limits.keeps_pieces => draft.put_new(self, random)?,
            5 if !limits.keeps_pieces && 0 < limits.walls.max(n_walls) => {
                let cell = Cell {
                    row: u8::try_from(random(self.rows().into())).ok()?,
                    column: u8::try_from(random(self.columns().into())).ok()?,
                };
                let is_gone = draft.walls.remove(&cell);
                let is_free = n_walls < limits.walls && !draft.covers(cell);
                (is_gone || is_free && draft.walls.insert(cell)).then_some(())?;
            }
            _ => draft.put_elsewhere(self, limits, random)?,
        }
        draft.text()
    }

    fn forms(&self) -> Vec<String> {
        let mirrors = [[false, false], [true, false], [false, true], [true, true]];
        mirrors.into_iter().filter_map(|[rows, columns]| self.mirrored(rows, columns).text()).collect()
    }
}

impl Board {
    /// Returns the parts of the board, with the names of [`Draft::text`].
    fn draft(&self) -> Draft {
        Draft {
            rows: self.rows(),
            columns: self.columns(),
            cars: self.cars().to_vec(),
            walls: self.walls().collect(),
            red: Some(self.car(self.red()).name.clone()),
            goal: Some(self.goal()),
            costs: self.has_costs().then(|| self.car_ids().map(|id| self.cost(id)).collect()),
        }
    }

    /// Mirrors the board: `rows` exchanges its first rows with its last ones, `columns` its columns.
    fn mirrored(&self, rows: bool, columns: bool) -> Draft {
        let draft = self.draft();
        let turned = |Cell { row, column }: Cell, [height, width]: [u8; 2]| Cell {
            row: if rows { self.rows() - height - row } else { row },
            column: if columns { self.columns() - width - column } else { column },
        };
        let extent = |car: &Car| match car.orientation {
            Orientation::Horizontal => [1, car.length],
            Orientation::Vertical => [car.length, 1],
        };
        let car = |car: &Car| Car { cell: turned(car.cell, extent(car)), ..car.clone() };
        let red = self.car(self.red());
        let is_turned = match red.orientation {
            Orientation::Horizontal => columns,
            Orientation::Vertical => rows,
        };
        let goal = match is_turned {
            true => self.lane_length(red.orientation) - red.length - self.goal(),
            false => self.goal(),
        };
        Draft {
            cars: draft.cars.iter().map(car).collect(),
            walls: draft.walls.iter().map(|cell| turned(*cell, [1, 1])).collect(),
            goal: Some(goal),
            ..draft
        }
    }
}

impl Draft {
    fn covers(&self, cell: Cell) -> bool {
        self.walls.contains(&cell) || self.cars.iter().any(|car| car.cells_at(car.position()).contains(&cell))
    }

    fn remove(&mut self, index: usize) {
        self.cars.remove(index);
        if let Some(costs) = &mut self.costs {
            costs.remove(index);
        }
    }

    fn put_new(&mut self, board: &Board, random: &mut dyn FnMut(usize) -> usize) -> Option<()> {
        let length = if random(3) == 0 { 3 } else { 2 };
        let orientation = [Orientation::Horizontal, Orientation::Vertical][random(2)];
        let cell = self.free_place(board, length, orientation, random)?;
        let name = (0..).map(|number| format!("new{number}"));
        let name = name.into_iter().find(|name| self.cars.iter().all(|car| car.name != *name))?;
        self.cars.push(Car { name, length, orientation, cell });
        self.costs.iter_mut().for_each(|costs| costs.push(1));
        Some(())
    }

    /// Moves a car to a random free place; the red one stays in its lane.
    fn put_elsewhere(
        &mut self,
        board: &Board,
        limits: VariantLimits,
        random: &mut dyn FnMut(usize) -> usize,
    ) -> Option<()> {
        let index = random(self.cars.len());
        let car = self.cars.get(index)?.clone();
        let is_red = index == board.red().index();
        // Not blocked by itself.
        let mut others = Self { cars: self.cars.clone(), walls: self.walls.clone(), ..Self::default() };
        others.cars.remove(index);
        let turned = !is_red && !limits.keeps_pieces && random(2) == 0;
        let orientation = match (car.orientation, turned) {
            (Orientation::Horizontal, false) | (Orientation::Vertical, true) => Orientation::Horizontal,
            (Orientation::Vertical, false) | (Orientation::Horizontal, true) => Orientation::Vertical,
        };
        let cell = if is_red {
            let along = u8::try_from(random(board.lane_length(orientation).into())).ok()?;
            let moved = Car { cell: orientation.cell(car.lane(), along), ..car.clone() };
            others.is_free(board, &moved).then_some(moved.cell)?
        } else {
            others.free_place(board, car.length, orientation, random)?
        };
        self.cars[index] = Car { orientation, cell, ..car };
        Some(())
    }

    /// Returns a random free place for a car; none next to the red car in its own lane.
    fn free_place(
        &self,
        board: &Board,
        length: u8,
        orientation: Orientation,
        random: &mut dyn FnMut(usize) -> usize,
    ) -> Option<Cell> {
        let red = board.car(board.red());
        for _ in 0..TRIES {
            let cell = Cell {
                row: u8::try_from(random(board.rows().into())).ok()?,
                column: u8::try_from(random(board.columns().into())).ok()?,
            };
            let car = Car { name: String::new(), length, orientation, cell };
            let is_in_red_lane = orientation == red.orientation && car.lane() == red.lane();
            if !is_in_red_lane && self.is_free(board, &car) {
                return Some(cell);
            }
        }
        None
    }

    fn is_free(&self, board: &Board, car: &Car) -> bool {
        car.position() + car.length <= board.lane_length(car.orientation)
            && car.cells_at(car.position()).all(|cell| !self.covers(cell))
    }

    /// Writes the board as text: the red car is `X`, the others are `A`, `B` and so on in reading order.
    fn text(self) -> Option<String> {
        let red = self.red.clone()?;
        let costs = self
            .costs
            .map_or_else(|| vec![None; self.cars.len()], |costs| costs.into_iter().map(Some).collect());
        let sorted = self.cars.into_iter().zip(costs).sorted_by_key(|(car, _)| car.cell).collect_vec();
        let mut letters = ('A'..='Z').filter(|letter| *letter != 'X').map(String::from);
        let mut name = |index: usize, car: &Car| match car.name == red {
            true => "X".to_owned(),
            false => letters.next().unwrap_or_else(|| format!("car{}", index + 1)),
        };
        let (cars, costs): (Vec<Car>, Vec<Option<u64>>) = sorted
            .into_iter()
            .enumerate()
            .map(|(index, (car, cost))| (Car { name: name(index, &car), ..car }, cost))
            .unzip();
        let costs = costs.into_iter().collect();
        let draft = Self { cars, red: Some("X".to_owned()), costs, ..self };
        let board = draft.check().ok()?;
        let places = board.cars().iter().map(|car| Some(car.cell)).collect();
        write(&board, &places)
    }
}
