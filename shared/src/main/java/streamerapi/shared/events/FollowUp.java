package streamerapi.shared.events;

/// The work that an event leaves to be done, at once or at a later time. It may be done twice.
@FunctionalInterface
public interface FollowUp {

    void after(FollowedEvent event);
}
