/// The one table: rows, keys, conditions, reads, and writes that happen together or not at all.
///
/// With `http` the only package that sees AWS types. Nothing here scans; `docs/table.md` lists every access pattern.
@NullMarked
package streamerapi.shared.storage;

import org.jspecify.annotations.NullMarked;
