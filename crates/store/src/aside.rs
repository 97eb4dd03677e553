//! Work that would keep everybody else waiting: sums that take long, and files.

use tokio::task::spawn_blocking;

use crate::error::StoreError;

/// Does it where nobody waits but who asks.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, StoreError> {
    spawn_blocking(work)
        .await
        .map_err(|error| StoreError::Unavailable {
            detail: error.to_string(),
            retryable: false,
        })
}
