package streamerapi.pages;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.auth.Role;
import streamerapi.shared.auth.Session;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.FormRequest;

import java.util.List;
import java.util.Objects;

/// The surroundings of a page of a user who is signed in: the navigation, the channel, what was done, what went wrong.
///
/// @param section the entry of the navigation that the page belongs to, by its path
/// @param channel the account that the page is about
/// @param email the user's
/// @param role the user's
/// @param csrfToken the token that every form carries
/// @param request the field of every form by which it is carried out once, as of [FormRequest]
/// @param notice what has just been done, or null
/// @param undo the address of the form that takes back what has just been done, or null
/// @param alert what went wrong, or null
/// @param field the field of the form that it is about, by the name that the API's document has; or null
public record Frame(
        String section,
        AccountSummary channel,
        String email,
        Role role,
        String csrfToken,
        String request,
        @Nullable String notice,
        @Nullable String undo,
        @Nullable String alert,
        @Nullable String field) {

    static Frame of(String section, Session session, AccountSummary channel) {
        return new Frame(
                section,
                channel,
                session.email(),
                session.role(),
                session.csrfToken(),
                FormRequest.random(),
                null,
                null,
                null,
                null);
    }

    /// This frame with a message about what was done.
    public Frame noticing(@Nullable String text) {
        return new Frame(section, channel, email, role, csrfToken, request, text, undo, alert, field);
    }

    /// This frame with a button that takes back what was done.
    Frame undoing(@Nullable String address) {
        return new Frame(section, channel, email, role, csrfToken, request, notice, address, alert, field);
    }

    /// This frame with a message about what went wrong.
    public Frame alerting(@Nullable String text) {
        return new Frame(section, channel, email, role, csrfToken, request, notice, undo, text, null);
    }

    /// This frame with the message of a refusal. A script replaces the names of the form's fields with their labels.
    Frame refusing(Problem refused) {
        String about = Objects.toString(refused.body().get("field"), null);
        return new Frame(
                section, channel, email, role, csrfToken, request, notice, undo, Refusal.words(refused), about);
    }

    /// The user's role in words.
    public String roleName() {
        return role.label().replace('_', ' ');
    }

    /// Whether the user reaches keys, apps, settings and the team.
    public boolean administers() {
        return role.administers();
    }

    /// Whether the user is the account's owner.
    public boolean owns() {
        return role == Role.OWNER;
    }

    /// The groups of the navigation that hold something for the user.
    public List<Section.Group> groups() {
        return List.of(Section.Group.values()).stream()
                .filter(group -> !group.sections(role).isEmpty())
                .toList();
    }

    /// Whether the page is one of a group.
    public boolean isIn(Section.Group group) {
        return group.sections(role).stream().anyMatch(entry -> entry.path().equals(section));
    }

    /// The page's title as the browser's tab shows it, so that a streamer sees from another window what waits.
    ///
    /// @param count how many things wait, as the page shows it: `3`, `1000+`; nothing is shown of `0`
    public String tab(String title, String count) {
        return (count.equals("0") ? "" : "(" + count + ") ") + title + " · " + channel.name();
    }
}
