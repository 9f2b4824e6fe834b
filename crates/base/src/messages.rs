//! Errors whose `Debug` is their message, so that `fn main() -> Result<(), Error>` prints something readable.

/// Implements `Debug` for an error with a message: prints the message.
#[macro_export]
macro_rules! debug_is_message {
    ($error:ty) => {
        impl std::fmt::Debug for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    };
}

#[cfg(test)]
mod tests {
    /// An error, such as a file without a red car.
    #[derive(thiserror::Error)]
    #[error("{car} is not there")]
    struct NoCar {
        car: char,
    }

    crate::debug_is_message!(NoCar);

    #[test]
    fn what_main_returns_is_readable() {
        assert_eq!(format!("{:?}", NoCar { car: 'X' }), "X is not there");
    }
}
