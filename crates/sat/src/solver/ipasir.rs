//! Solvers in shared libraries, by the interface IPASIR.
//!
//! IPASIR ("Re-entrant Incremental Satisfiability Application Program Interface", backwards; Balyo, Biere, Iser, Sinz: "SAT
//! Race 2015", Artificial Intelligence 241, 2016) is nine C functions that most solvers have. They are looked up once, and the
//! library stays loaded as long as the solver lives.
//!
//! Nothing can make a call into a foreign library safe: a file with the right names and wrong functions may do anything. The
//! user who names the library is responsible for it. This file is responsible for following the interface, which in all solvers
//! known means:
//!
//! - Values are read only in the satisfied state and only of variables that were mentioned. Failed assumptions are read only in
//!   the unsatisfied state. Both are read before any other call.
//! - The callback and its argument live longer than the solver.
//!
//! The output of a library goes to the output of this process. CaDiCaL from Debian is silent with `CADICAL_QUIET=1` in the
//! environment.

#![expect(unsafe_code, reason = "there is no other way to call a C library")]

use std::ffi::{CStr, c_char, c_int, c_void};
use std::path::Path;

use itertools::Itertools as _;
use libloading::Library;

use bmcplan_base::stop::Stop;
use bmcplan_formula::{Cnf, Lit, Var};

use crate::solver::answer::{NO_ANSWER, n_vars_of};
use crate::solver::{Answer, Evidence, Solver, SolverError};

type Handle = *mut c_void;
/// Stop callback, called with the registered pointer; any result but 0 stops the search.
type Terminate = unsafe extern "C" fn(*mut c_void) -> c_int;

const SATISFIABLE: c_int = 10;
const UNSATISFIABLE: c_int = 20;
const INTERRUPTED: c_int = 0;

/// Functions of the interface that are used here; they may be called while the library is loaded.
struct Functions {
    signature: unsafe extern "C" fn() -> *const c_char,
    init: unsafe extern "C" fn() -> Handle,
    release: unsafe extern "C" fn(Handle),
    add: unsafe extern "C" fn(Handle, c_int),
    assume: unsafe extern "C" fn(Handle, c_int),
    solve: unsafe extern "C" fn(Handle) -> c_int,
    val: unsafe extern "C" fn(Handle, c_int) -> c_int,
    failed: unsafe extern "C" fn(Handle, c_int) -> c_int,
    set_terminate: unsafe extern "C" fn(Handle, *mut c_void, Option<Terminate>),
}

impl Functions {
    fn of(library: &Library) -> Result<Self, libloading::Error> {
        // SAFETY: these are the interface's types for these names; the user who named the library is responsible for its
        // following the interface.
        unsafe {
            Ok(Self {
                signature: *library.get("ipasir_signature")?,
                init: *library.get("ipasir_init")?,
                release: *library.get("ipasir_release")?,
                add: *library.get("ipasir_add")?,
                assume: *library.get("ipasir_assume")?,
                solve: *library.get("ipasir_solve")?,
                val: *library.get("ipasir_val")?,
                failed: *library.get("ipasir_failed")?,
                set_terminate: *library.get("ipasir_set_terminate")?,
            })
        }
    }
}

pub(super) struct Ipasir {
    functions: Functions,
    /// Solver object: from `init`, not yet given to `release`.
    handle: Handle,
    name: String,
    /// Stop flag, in a box, since the library keeps a pointer to it.
    stop: Box<Stop>,
    /// For every known variable, true if it was mentioned to the library.
    mentioned: Vec<bool>,
    clauses: Cnf,
    evidence: Evidence,
    /// Last field, so that the library is unloaded after everything else.
    _library: Library,
}

/// Returns the signature of the library at `path`, if it is one.
pub(super) fn signature(path: &Path) -> Option<String> {
    let solver = Ipasir::load(path, String::new(), Stop::default()).ok()?;
    Some(solver.functions.signature())
}

impl Ipasir {
    pub(super) fn load(path: &Path, name: String, stop: Stop) -> Result<Self, SolverError> {
        let missing = |cause: String| SolverError::Missing { solver: name.clone(), cause };
        // SAFETY: this runs the library's initialisers, for which the user who named it is responsible.
        let library = unsafe { Library::new(path) }.map_err(|error| missing(causes(&error)))?;
        let functions = Functions::of(&library).map_err(|error| missing(causes(&error)))?;
        // SAFETY: `init` has no preconditions.
        let handle = unsafe { (functions.init)() };
        if handle.is_null() {
            return Err(missing("ipasir_init returned no solver".to_owned()));
        }
        let stop = Box::new(stop);
        // SAFETY: `handle` comes from `init`. The pointer is read only by `is_raised`, with its true type, and the box is
        // neither moved out of nor dropped before `release` is called.
        unsafe { (functions.set_terminate)(handle, (&raw const *stop).cast_mut().cast(), Some(is_raised)) };
        log::debug!("{name}: {}", functions.signature());
        let (mentioned, clauses, evidence) = (Vec::new(), Cnf::default(), Evidence::None);
        Ok(Self { functions, handle, name, stop, mentioned, clauses, evidence, _library: library })
    }

    fn know(&mut self, n_vars: usize) {
        self.evidence = Evidence::None;
        self.mentioned.resize(self.mentioned.len().max(n_vars), false);
    }

    fn mention(&mut self, lits: &[Lit]) {
        self.know(n_vars_of(lits));
        lits.iter().for_each(|lit| self.mentioned[lit.var().index()] = true);
    }

    /// Returns the values of all known variables in the model; false if the library accepts both.
    fn model(&self) -> Vec<bool> {
        let is_true = |var: Var| {
            // SAFETY: `handle` is a solver in the satisfied state, which knows the variable.
            0 < unsafe { (self.functions.val)(self.handle, var.positive().to_dimacs()) }
        };
        let mentioned = self.mentioned.iter().enumerate();
        mentioned.map(|(index, mentioned)| *mentioned && is_true(Var::from_index(index))).collect()
    }

    fn failed_assumptions(&self, assumptions: &[Lit]) -> Evidence {
        let is_failed = |lit: &Lit| {
            // SAFETY: `handle` is a solver in the unsatisfied state, which assumed the literal.
            0 != unsafe { (self.functions.failed)(self.handle, lit.to_dimacs()) }
        };
        Evidence::Failed(assumptions.iter().copied().unique().filter(is_failed).collect())
    }
}

impl Functions {
    fn signature(&self) -> String {
        // SAFETY: `signature` has no preconditions.
        let text = unsafe { (self.signature)() };
        if text.is_null() {
            return String::new();
        }
        // SAFETY: by the interface it is a C string, which stays valid.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }
}

fn causes(error: &dyn std::error::Error) -> String {
    std::iter::successors(Some(error), |error| error.source()).join(": ")
}

/// Returns 1 if the [`Stop`] behind the pointer is raised.
unsafe extern "C" fn is_raised(stop: *mut c_void) -> c_int {
    // SAFETY: `load` passed this pointer; it points to a `Stop` that outlives the solver and is only ever shared.
    let stop: &Stop = unsafe { &*stop.cast::<Stop>() };
    c_int::from(stop.is_raised())
}

impl Solver for Ipasir {
    fn reserve(&mut self, n_vars: usize) {
        self.know(n_vars);
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.mention(clause);
        self.clauses.push(clause);
        let end = 0;
        for number in clause.iter().map(|lit| lit.to_dimacs()).chain([end]) {
            // SAFETY: `handle` is a solver, and the number a literal or the end of the clause.
            unsafe { (self.functions.add)(self.handle, number) };
        }
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Result<Answer, SolverError> {
        self.mention(assumptions);
        if let Some(reason) = self.stop.reason() {
            return Ok(Answer::Stopped(reason));
        }
        for lit in assumptions {
            // SAFETY: `handle` is a solver, and the number a literal.
            unsafe { (self.functions.assume)(self.handle, lit.to_dimacs()) };
        }
        // SAFETY: `handle` is a solver, between two clauses.
        let result = unsafe { (self.functions.solve)(self.handle) };
        let cause = match (result, self.stop.reason()) {
            (SATISFIABLE, _) => match Evidence::checked_model(self.model(), &self.clauses, assumptions) {
                Ok(model) => {
                    self.evidence = model;
                    return Ok(Answer::Satisfiable);
                }
                Err(wrong) => wrong,
            },
            (UNSATISFIABLE, _) => {
                self.evidence = self.failed_assumptions(assumptions);
                return Ok(Answer::Unsatisfiable);
            }
            (INTERRUPTED, Some(reason)) => return Ok(Answer::Stopped(reason)),
            (INTERRUPTED, None) => NO_ANSWER.to_owned(),
            (other, _) => format!("ipasir_solve returned {other}, which has no meaning"),
        };
        Err(SolverError::Foreign { solver: self.name.clone(), cause })
    }

    fn evidence(&self) -> &Evidence {
        &self.evidence
    }
}

impl Drop for Ipasir {
    fn drop(&mut self) {
        // SAFETY: `handle` comes from `init`, and nothing uses it after this.
        unsafe { (self.functions.release)(self.handle) };
    }
}
