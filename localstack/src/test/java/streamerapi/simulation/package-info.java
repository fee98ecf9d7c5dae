/// Parts of a simulation: a table in memory that answers as DynamoDB does, whose content can be kept and put back.
@NullMarked
package streamerapi.simulation;

import org.jspecify.annotations.NullMarked;
