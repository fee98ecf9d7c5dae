/// Everything that an account has, for its owner to take away.
///
/// The rows of the account's partitions are read in the order of their keys, page by page. A closed list says which
/// kinds are told of, and which of their attributes are not: a kind that is new is not in it until it is added.
@NullMarked
package streamerapi.exports;

import org.jspecify.annotations.NullMarked;
