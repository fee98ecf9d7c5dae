package streamerapi.goals;

import streamerapi.shared.events.Outcome;
import streamerapi.shared.http.Answer;
import streamerapi.shared.http.Endpoint;
import streamerapi.shared.http.Module;
import streamerapi.shared.lambda.Services;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.function.Function;

import static streamerapi.shared.auth.Role.MODERATOR;
import static streamerapi.shared.auth.Role.SUPER_ADMIN;
import static streamerapi.shared.auth.Scope.OVERLAYS_MANAGE;
import static streamerapi.shared.problems.ErrorCode.NOT_FOUND;

/// Goals of followers and subscriptions, and the stream's timer.
public final class GoalsModule implements Module {

    private static final String GOALS = "/overlays/goals";
    private static final String TIMER = "/overlays/timer";

    private final Goals goals;
    private final Function<String, List<Write>> told;

    /// @param told answers, for an account, the writes that tell its overlays to read goals and timer anew
    public GoalsModule(Services services, Function<String, List<Write>> told) {
        this.goals = new Goals(services.table(), services.clock());
        this.told = told;
    }

    @Override
    public List<Endpoint> endpoints() {
        return List.of(
                Endpoint.get(GOALS, "listCountGoals", "List the goals of followers and subscriptions")
                        .scope(OVERLAYS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("Both goals of the account, which its overlays show. Follows and subscriptions count from"
                                + " the first goal or timer on, each once, whether or not there is an alert of them.")
                        .answers(Answer.list("goals", CountGoal.GoalProgress.SCHEMA))
                        .handles(call -> Outcome.of(goals.all(call.tenantId()))),
                set(Counted.FOLLOWS, "setFollowGoal", "Set the goal of followers"),
                set(Counted.SUBS, "setSubGoal", "Set the goal of subscriptions"),
                Endpoint.get(TIMER, "getStreamTimer", "Get the stream's timer")
                        .scope(OVERLAYS_MANAGE)
                        .dashboard(MODERATOR)
                        .doc("The time left is computed from everything counted since the timer began, so it is"
                                + " always exact.")
                        .answers(Answer.ok("timer", StreamTimer.TimerStatus.SCHEMA))
                        .handles(call -> Outcome.of(goals.timer(call.tenantId()))),
                Endpoint.put(TIMER, "beginStreamTimer", "Begin a timer")
                        .scope(OVERLAYS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("Replaces the current timer. Without rules it is a countdown; with rules, tips,"
                                + " subscriptions and other events lengthen it from now on, also while it is paused."
                                + " Once it is over, what comes in late counts from its end. Overlays that are open are"
                                + " sent `{\"type\": \"counts\"}`.")
                        .body(StreamTimer.Beginning.SCHEMA)
                        .answers(Answer.ok("timer", StreamTimer.TimerStatus.SCHEMA))
                        .handles(call -> telling(call.tenantId(), goals.begin(call.tenantId(), call.body()))),
                move("pause", "Pause the timer", "A paused timer stays paused.", goals::pause),
                move("resume", "Resume the timer", "A running timer keeps running.", goals::resume),
                Endpoint.post(TIMER + "/add", "addToStreamTimer", "Add to the timer")
                        .scope(OVERLAYS_MANAGE)
                        .dashboard(MODERATOR)
                        .doc("Adds time by hand, also beyond the maximum of the rules. A timer that is over has that"
                                + " time left from now on. 404 if there is none.")
                        .body(StreamTimer.Addition.SCHEMA)
                        .answers(Answer.ok("timer", StreamTimer.TimerStatus.SCHEMA))
                        .refuses(NOT_FOUND)
                        .handles(call -> telling(
                                call.tenantId(),
                                goals.lengthen(call.tenantId(), call.body().seconds()))),
                Endpoint.post(TIMER + "/rules", "changeTimerRules", "Change the rules of the timer")
                        .scope(OVERLAYS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("The time left stays as it is, with all that was added so far. What comes in from now on"
                                + " is counted by the new rules. 404 if there is no timer.")
                        .body(TimerRules.SCHEMA)
                        .answers(Answer.ok("timer", StreamTimer.TimerStatus.SCHEMA))
                        .refuses(NOT_FOUND)
                        .handles(call -> telling(call.tenantId(), goals.rule(call.tenantId(), call.body()))),
                Endpoint.delete(TIMER, "removeStreamTimer", "Remove the timer")
                        .scope(OVERLAYS_MANAGE)
                        .dashboard(SUPER_ADMIN)
                        .doc("404 if there is none.")
                        .answers(Answer.success())
                        .refuses(NOT_FOUND)
                        .handles(call -> telling(call.tenantId(), goals.remove(call.tenantId()))));
    }

    private Endpoint set(Counted counted, String operation, String summary) {
        return Endpoint.put(GOALS + "/" + counted.label(), operation, summary)
                .scope(OVERLAYS_MANAGE)
                .dashboard(SUPER_ADMIN)
                .doc((counted == Counted.SUBS ? "New subscriptions count, bought or given. " : "")
                        + "Overlays that are open are sent `{\"type\": \"counts\"}`.")
                .body(CountGoal.Change.SCHEMA)
                .answers(Answer.list("goals", CountGoal.GoalProgress.SCHEMA))
                .handles(call -> telling(call.tenantId(), goals.change(call.tenantId(), counted, call.body())));
    }

    private Endpoint move(
            String verb, String summary, String otherwise, Function<String, Outcome<StreamTimer.TimerStatus>> change) {
        return Endpoint.post(TIMER + "/" + verb, verb + "StreamTimer", summary)
                .scope(OVERLAYS_MANAGE)
                .dashboard(MODERATOR)
                .doc(otherwise + " 404 if there is none.")
                .answers(Answer.ok("timer", StreamTimer.TimerStatus.SCHEMA))
                .refuses(NOT_FOUND)
                .handles(call -> telling(call.tenantId(), change.apply(call.tenantId())));
    }

    private <T> Outcome<T> telling(String tenantId, Outcome<T> outcome) {
        return outcome.writes().isEmpty() ? outcome : outcome.writing(told.apply(tenantId));
    }
}
