package streamerapi.pages;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Locale;

/// A message of a page about the form that led to it. The page's address carries the message's name alone, so a link
/// can make a page say nothing else.
public enum Flash {
    TIP_REMOVED("The tip is removed.", "/queue/{orderId}/restore"),
    TIP_RESTORED("The tip is back, at the end of the queue."),
    TIP_PLAYS_NEXT("The tip plays next."),
    TIP_REPLAYED("The tip is in the queue again."),
    QUEUE_CLEARED("The queue is empty. Its tips are in the list of removed ones."),
    TIPPING_OPENED("Tipping is open."),
    TIPPING_CLOSED("Tipping is closed. What is queued still plays."),
    VIDEO_REMOVED("The video is removed."),
    VIDEO_BANNED("The video is banned. It cannot be requested any more."),
    VIDEO_REPLAYED("The video is in the queue again."),
    TIP_EXPIRED("The payment could no longer be captured, so the tip has expired."),
    TIP_APPROVED("The tip is approved."),
    TIP_CAPTURING(
            "The processor has not confirmed the payment yet. It is asked again, and the tip enters the queue once it"
                    + " confirms."),
    TIP_REJECTED("The tip is rejected."),
    REFUND_ASKED("The processor is asked for the refund. It is shown here once the processor confirms it."),
    KEY_SAVED("The key is saved."),
    KEY_REVOKED("The key is revoked. It no longer works."),
    APP_SAVED("The app is saved."),
    APP_REMOVED("The app is removed, and every connection with it."),
    APP_DISCONNECTED("The app is disconnected. Its tokens no longer work, and its sockets are closed."),
    ENDPOINT_SAVED("The endpoint is saved."),
    ENDPOINT_REMOVED("The endpoint is removed. Nothing is sent to it any more."),
    RECOVERY_BEGUN("The events since then whose deliveries failed are being sent again."),
    RECOVERY_IN_PART("The oldest 1,000 events since then whose deliveries failed are being sent again. Click Send again"
            + " below for the others."),
    NOTHING_FAILED("No event since then has a delivery that failed."),
    DELIVERY_BEGUN("The event is being sent again."),
    OVERLAY_SAVED("The overlay is saved. Where it is open, it changes now."),
    OVERLAY_REMOVED("The overlay is removed. Its address does not work any more."),
    FILE_SAVED("The file is renamed."),
    FILE_DELETED("The file is deleted. Alerts that used it show and play the default."),
    OVERLAY_RELOADED("The overlay is reloaded, if it is on stream."),
    SOUND_CHECK_SENT("The overlay plays a chime now: listen to the stream."),
    OVERLAY_CELEBRATES("The overlay celebrates, if it is on stream."),
    TEST_ALERT_SENT("The test alert is on its way to your overlays and programs."),
    TEST_EVENT_SENT("The test event is on its way to your overlays and programs."),
    TEST_TIP_SENT("The test tip is in the queue."),
    TIP_SENT("The tip is in the queue."),
    TIP_HELD("The tip waits in Review."),
    COUNTER_SET("The counter is set."),
    COUNTER_REMOVED("The counter is removed."),
    CREDITS_GRANTED("The credits are granted."),
    CREDITS_REVOKED("The credits are revoked."),
    VIEWER_ERASED("The profile and the credits are erased. Tips, events and everything else follow within minutes."),
    COMMAND_SAVED("The command is saved. Chat has it within seconds."),
    COMMAND_REMOVED("The command is removed."),
    IMPORTED("The import is done. Chat has it within seconds."),
    REWARD_MADE("The reward is on your channel. Choose what it does."),
    TIMER_SAVED("The timer is saved."),
    TIMER_REMOVED("The timer is removed."),
    MESSAGE_SENT("The message is sent."),
    MESSAGE_SENT_IN_PART("The message is in one chat. The other platform did not take it."),
    MESSAGE_DROPPED(
            "The message was not taken: the platform does not answer, or keeps it out of chat, as in slow mode or for"
                    + " followers alone."),
    GOAL_SAVED("The goal is saved."),
    TIMER_BEGUN("The timer is running."),
    TIMER_RULED("The rules are saved. The time left stays as it is."),
    STREAM_TIMER_REMOVED("The timer is removed."),
    PASSWORD_CHOSEN("Your password is saved. Sign in with it."),
    PASSWORD_CHANGED("Your password is changed. Your other sessions have ended."),
    EMAIL_CHANGED("Your email is changed. Sign in with it from now on."),
    SESSIONS_ENDED("Your other sessions have ended."),
    SESSION_ENDED("The session has ended."),
    ACCOUNT_DELETED("The account is deleted. The rest of its data is removed within half an hour."),
    ACCOUNT_DELETED_HERE(
            "The account is deleted. The rest of its data is removed within half an hour. Not every platform or"
                    + " payment processor confirmed its end: remove the application or the webhook in your account there."),
    ACCOUNT_DELETED_WITH_HOLDS(
            "The account is deleted. A payment on hold could not be released, or a refund not be made: look at your"
                    + " payment processor's own pages, and remove the webhook there. A hold ends by itself, after 29 days"
                    + " at the latest."),
    PLATFORM_CONNECTED("The platform is connected."),
    PROCESSOR_CONNECTED("The credentials are saved, and events are sent here."),
    PLATFORM_LEFT("It is disconnected, and its stored data is erased."),
    PLATFORM_LEFT_HERE(
            "It is disconnected here, and its stored data is erased. It did not confirm everything: check your account"
                    + " there, and remove the application or the webhook."),
    CREDENTIALS_SAVED("The new secret is saved. You need not allow your application again."),
    CONNECTION_FINE("The connection works."),
    CONNECTION_REPAIRED("The connection is repaired."),
    CONNECTION_CHECKED("The connection was checked. What is wrong is listed below."),
    STEPS_HIDDEN("The first steps are hidden."),
    CHANNEL_NAMED("The channel's name is saved."),
    SETTINGS_SAVED("The settings are saved."),
    ROLE_SAVED("The role is saved. This person is signed out, and has it from the next sign-in on."),
    USER_REMOVED("The user is out of the team."),
    SIGNED_OUT("You were signed out. Sign in again to go on."),
    SIGNED_OUT_UNSAVED("You were signed out, so what you entered is not saved. Sign in, and send it again.");

    private final String text;
    private final @Nullable String undo;

    Flash(String text) {
        this(text, null);
    }

    Flash(String text, @Nullable String undo) {
        this.text = text;
        this.undo = undo;
    }

    /// The message's text.
    public String text() {
        return text;
    }

    /// The address of the form that takes it back, or null.
    @Nullable
    String undo(String orderId) {
        return undo == null ? null : Site.PLACE + undo.replace("{orderId}", orderId);
    }

    boolean canBeUndone() {
        return undo != null;
    }

    /// The name in an address.
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// The notice with this label, or null.
    static @Nullable Flash labelled(@Nullable String label) {
        return Arrays.stream(values())
                .filter(notice -> notice.label().equals(label))
                .findFirst()
                .orElse(null);
    }
}
