//! Counting rows, and refusing one more.

use sqlx::{Any, AnyConnection, Executor, Row as _, any::AnyArguments, query::Query};

use crate::error::StoreError;

/// A query for one row with the column `count`.
pub(crate) type Counting = Query<'static, Any, AnyArguments>;

/// How many there are.
pub(crate) async fn count<'c>(
    executor: impl Executor<'c, Database = Any>,
    query: Counting,
) -> Result<u64, StoreError> {
    let row = query.fetch_one(executor).await?;
    Ok(row.try_get::<i64, _>("count")?.unsigned_abs())
}

/// Refuses one more where there are as many as there may be.
pub(crate) async fn refuse_beyond(
    most: u64,
    connection: &mut AnyConnection,
    query: Counting,
) -> Result<(), StoreError> {
    match count(connection, query).await? {
        found if found < most => Ok(()),
        _ => Err(StoreError::TooMany { most }),
    }
}
