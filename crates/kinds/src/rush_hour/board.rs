//! A valid board, on which every other part of Rush Hour relies.
//!
//! The only constructor of a first [`Board`] is [`Draft::check`](super::Draft::check). So its cars have different names, are on
//! the grid and share no cell. Its goal is a position of the red car on the grid. (Walls may make it unreachable: then there is
//! no plan.)

use std::ops::RangeInclusive;

use bmcplan_base::ordered::Set;

use super::geometry::red_by_name;
use super::{Car, CarId, Cell, Orientation};
use crate::problem::Element;

/// Rush Hour board. A *position* of a car is the coordinate of its first (leftmost, topmost) cell along its lane, from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    rows: u8,
    columns: u8,
    cars: Vec<Car>,
    walls: Set<Cell>,
    red: CarId,
    goal: u8,
    costs: Option<Vec<u64>>,
    positions: Vec<RangeInclusive<u8>>,
}

impl Board {
    /// Builds a board from checked parts, for [`Draft::check`](super::Draft::check) and for parts of boards.
    pub(super) fn from_checked(
        [rows, columns]: [u8; 2],
        cars: Vec<Car>,
        walls: Set<Cell>,
        red: CarId,
        goal: u8,
        costs: Option<Vec<u64>>,
    ) -> Self {
        let mut board = Self { rows, columns, cars, walls, red, goal, costs, positions: Vec::new() };
        board.positions = board.cars.iter().map(|car| board.reach(car)).collect();
        board
    }

    /// Returns the elements: all cars but the red one, then the walls.
    pub(super) fn elements(&self) -> Vec<Element> {
        let cars = self.car_ids().filter(|id| *id != self.red).map(|id| self.car(id));
        let cars = cars.map(|car| Element::piece(&*car.name, car.cells_at(car.position()).collect()));
        cars.chain(self.walls().map(Element::wall)).collect()
    }

    pub(super) fn with_elements(&self, kept: &Set<usize>) -> Self {
        // The red car is not an element.
        let number = |id: CarId| id.index() - usize::from(self.red < id);
        let is_kept = |id: &CarId| *id == self.red || kept.contains(&number(*id));
        let ids: Vec<CarId> = self.car_ids().filter(is_kept).collect();
        let first_wall = self.cars.len() - 1;
        let walls = (first_wall..).zip(self.walls()).filter(|(number, _)| kept.contains(number));
        Self::from_checked(
            [self.rows, self.columns],
            ids.iter().map(|id| self.car(*id).clone()).collect(),
            walls.map(|(_, wall)| wall).collect(),
            CarId::from_index(ids.iter().take_while(|id| **id != self.red).count()),
            self.goal,
            self.costs.as_ref().map(|_| ids.iter().map(|id| self.cost(*id)).collect()),
        )
    }

    /// Returns the number of rows, 1 to 64.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// Returns the number of columns, 1 to 64.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// Iterates over all cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Cell { row, column }))
    }

    /// Returns the cars, indexed by [`CarId`].
    pub fn cars(&self) -> &[Car] {
        &self.cars
    }

    /// Returns the ids of all cars.
    pub fn car_ids(&self) -> impl ExactSizeIterator<Item = CarId> + Clone + use<> {
        (0..self.cars.len()).map(CarId::from_index)
    }

    /// Returns the car with this id.
    pub fn car(&self, id: CarId) -> &Car {
        &self.cars[id.index()]
    }

    /// Returns the cells that no car may enter, row by row.
    pub fn walls(&self) -> impl Iterator<Item = Cell> {
        self.walls.iter().copied()
    }

    /// Checks whether the cell is a wall.
    pub fn is_wall(&self, cell: Cell) -> bool {
        self.walls.contains(&cell)
    }

    /// Returns the red car.
    pub fn red(&self) -> CarId {
        self.red
    }

    /// Checks whether the red car is the default one by its name.
    pub fn has_default_red(&self) -> bool {
        red_by_name(&self.cars) == Some(self.red.index())
    }

    /// Returns the position that the red car has to reach. It may be outside [`positions`](Self::positions).
    pub fn goal(&self) -> u8 {
        self.goal
    }

    /// Checks whether cars have costs, so that plans of least cost are searched for.
    pub fn has_costs(&self) -> bool {
        self.costs.is_some()
    }

    /// Returns the cost of each move of a car.
    pub fn cost(&self, id: CarId) -> u64 {
        self.costs.as_ref().map_or(1, |costs| costs[id.index()])
    }

    /// Returns the number of cells in a lane of this orientation.
    pub fn lane_length(&self, orientation: Orientation) -> u8 {
        orientation.along(Cell { row: self.rows, column: self.columns })
    }

    /// Returns the positions that a car may be able to take. It cannot pass walls, or cars of its own lane and orientation.
    /// Each of these needs space between the same walls.
    pub fn positions(&self, id: CarId) -> RangeInclusive<u8> {
        self.positions[id.index()].clone()
    }

    fn reach(&self, car: &Car) -> RangeInclusive<u8> {
        let free = |along: &u8| !self.is_wall(car.orientation.cell(car.lane(), *along));
        let lane_length = self.lane_length(car.orientation);
        let start = (0..car.position()).rev().take_while(free).last().unwrap_or(car.position());
        let end =
            (car.position()..lane_length).take_while(free).last().map_or(car.position(), |last| last + 1);
        let same_lane = self.cars.iter().filter(|other| {
            other.orientation == car.orientation
                && other.lane() == car.lane()
                && (start..end).contains(&other.position())
        });
        let (mut first, mut last) = (start, end - car.length);
        for other in same_lane {
            if other.position() < car.position() {
                first += other.length;
            } else if car.position() < other.position() {
                last -= other.length;
            }
        }
        first..=last
    }
}
