//! What thinks: one engine for chess, another for the quantum games, and at most one of them at a time.
//!
//! A table can be large, so the engine that is not needed is gone before the other one comes. What was set holds for both.

use std::sync::Arc;

use qaissa_engine::{Engine, Settings, eval::Profile, quantum::QuantumEngine};

use crate::tables::Syzygy;

/// The rules that an engine is needed for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    Chess,
    Quantum,
}

/// The engines, with what they were set to.
pub(crate) struct Brain {
    settings: Settings,
    profile: Arc<Profile>,
    tables: Option<Arc<Syzygy>>,
    chess: Option<Engine>,
    quantum: Option<QuantumEngine>,
}

impl Brain {
    pub(crate) fn new() -> Brain {
        Brain {
            settings: Settings::default(),
            profile: Arc::new(Profile::default()),
            tables: None,
            chess: None,
            quantum: None,
        }
    }

    /// The engine for chess.
    pub(crate) fn chess(&mut self) -> &mut Engine {
        self.quantum = None;
        self.chess.get_or_insert_with(|| {
            let mut engine = Engine::new(self.settings);
            engine.set_profile(Arc::clone(&self.profile));
            engine.set_tables(self.tables.clone().map(|tables| tables as _));
            engine
        })
    }

    /// The engine for the quantum games.
    pub(crate) fn quantum(&mut self) -> &mut QuantumEngine {
        self.chess = None;
        self.quantum.get_or_insert_with(|| {
            let mut engine = QuantumEngine::new(self.settings);
            engine.set_profile(&self.profile);
            engine
        })
    }

    /// Gets an engine ready before it is needed: making its table takes time.
    pub(crate) fn prepare(&mut self, rules: Rules) {
        match rules {
            Rules::Chess => {
                self.chess();
            }
            Rules::Quantum => {
                self.quantum();
            }
        }
    }

    pub(crate) fn settings(&self) -> Settings {
        self.settings
    }

    pub(crate) fn profile(&self) -> &Profile {
        &self.profile
    }

    pub(crate) fn tables(&self) -> Option<&Syzygy> {
        self.tables.as_deref()
    }

    pub(crate) fn set(&mut self, settings: Settings) {
        self.settings = settings;
        if let Some(engine) = &mut self.chess {
            engine.set(settings);
        }
        if let Some(engine) = &mut self.quantum {
            engine.set(settings);
        }
    }

    pub(crate) fn set_profile(&mut self, profile: Profile) {
        self.profile = Arc::new(profile);
        if let Some(engine) = &mut self.chess {
            engine.set_profile(Arc::clone(&self.profile));
        }
        if let Some(engine) = &mut self.quantum {
            engine.set_profile(&self.profile);
        }
    }

    pub(crate) fn set_tables(&mut self, tables: Option<Arc<Syzygy>>) {
        self.tables = tables;
        if let Some(engine) = &mut self.chess {
            engine.set_tables(self.tables.clone().map(|tables| tables as _));
        }
    }

    /// Forgets what was found in earlier games.
    pub(crate) fn forget(&mut self) {
        if let Some(engine) = &mut self.chess {
            engine.forget();
        }
        if let Some(engine) = &mut self.quantum {
            engine.forget();
        }
    }
}
