/// Erasure of a person: names, ids and messages leave every row that is kept, and sums stay.
///
/// The request removes what the person is found by and notes what is to be erased. The table's stream brings the note
/// to the fan-out, which sends a message; each message goes through some rows and sends the next one, until the note
/// can go. The end of a whole account takes the same way.
@NullMarked
package streamerapi.erasure;

import org.jspecify.annotations.NullMarked;
