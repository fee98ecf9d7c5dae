/// The leaderboard: every paid tip adds to the rows of its donor, a month's and a year's, in the transaction that takes
/// it in. A board adds the rows of a period up and ranks the people, however many tips there were.
@NullMarked
package streamerapi.leaderboard;

import org.jspecify.annotations.NullMarked;
