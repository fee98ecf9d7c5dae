/// Files of the data directory and the folder of the build, as a process that can die at any moment writes them.
@NullMarked
package streamerapi.localstack.files;

import org.jspecify.annotations.NullMarked;
