/// EventBridge Scheduler's part: functions that run at a rate, or at times of the day.
@NullMarked
package streamerapi.localstack.schedules;

import org.jspecify.annotations.NullMarked;
