package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.library.FileKind;
import streamerapi.shared.connectors.Platform;
import streamerapi.shared.schema.FieldValues;
import streamerapi.shared.schema.Schema;

import java.math.BigDecimal;
import java.util.List;
import java.util.regex.Pattern;

/// A way to show the alerts of a kind that meet its conditions: an element of [OverlayAlerts#variations]. A null field
/// has the default of the kind and the theme.
///
/// @param seconds how long an alert is shown; a tip is shown while it sounds
/// @param isSpoken whether a tip is spoken
public record AlertVariation(
        AlertKind type,
        Conditions conditions,
        @Nullable String text,
        Picture picture,
        Sound sound,
        Motion motion,
        @Nullable Integer seconds,
        boolean isSpoken) {

    /// The alerts that a variation is for. A condition that is null is met by all.
    ///
    /// @param from the least amount, number or months
    /// @param to the most
    /// @param isFirst whether it is only for tips that are their donors' first
    /// @param chance percent of the alerts that meet the other conditions
    public record Conditions(
            @Nullable BigDecimal from,
            @Nullable BigDecimal to,
            @Nullable Integer tier,
            @Nullable String platform,
            boolean isFirst,
            int chance) {}

    /// A picture and its place beside the words.
    ///
    /// @param file the id of an own picture or clip, which is shown instead
    public record Picture(
            @Nullable String name,
            @Nullable String file,
            @Nullable String place) {}

    /// A sound.
    ///
    /// @param file the id of an own sound, which is played instead
    /// @param volume percent
    public record Sound(@Nullable String name, @Nullable String file, int volume) {}

    /// The movements by which an alert comes and goes.
    public record Motion(@Nullable String enter, @Nullable String leave) {}

    private static final int MAX_NUMBER = 1_000_000;
    private static final int MAX_TEXT = 200;
    private static final int WHOLE = 100;
    private static final int USUAL_VOLUME = 70;

    private static final List<String> PLATFORMS =
            Platform.ALL.stream().map(Platform::label).toList();

    /// The placeholders that a text can have.
    private static final List<String> PLACEHOLDERS =
            List.of("name", "amount", "count", "months", "tier", "gift", "message");

    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w*)}");

    static final Schema<AlertVariation> SCHEMA = Schema.of(
            "AlertVariation",
            "A way to show alerts of a type that meet its conditions. Of several that an alert meets, the one with"
                    + " the most conditions is taken. What is null is as usual.",
            s -> {
                s.sparse();
                var type = s.choice("type", AlertVariation::type, List.of(AlertKind.values()))
                        .example("tip");
                var from = s.money("from", (AlertVariation variation) -> variation.conditions.from)
                        .between(0, MAX_NUMBER)
                        .orNull()
                        .doc("From which amount on: of the tip, as what it counts if it is in another currency"
                                + " (`counted_as`), or the number of bits, viewers, subscriptions or months.");
                var to = s.money("to", (AlertVariation variation) -> variation.conditions.to)
                        .between(0, MAX_NUMBER)
                        .orNull()
                        .doc("Up to which amount, itself too; not below `from`.");
                var tier = s.int32("tier", (AlertVariation variation) -> variation.conditions.tier)
                        .between(1, 3)
                        .orNull()
                        .doc("Only subscriptions of this tier.");
                var platform = s.oneOf(
                                "platform", (AlertVariation variation) -> variation.conditions.platform, PLATFORMS)
                        .orNull()
                        .doc("Only alerts of this platform.");
                var first = s.flag("is_first", (AlertVariation variation) -> variation.conditions.isFirst)
                        .orElse(false)
                        .doc("Only tips that are their donors' first (`is_first_tip`). No other alert meets it.");
                var chance = s.int32("chance", (AlertVariation variation) -> variation.conditions.chance)
                        .between(1, WHOLE)
                        .orElse(WHOLE)
                        .doc("Percent of the alerts that meet the conditions.");
                var text = s.text("text", AlertVariation::text)
                        .between(1, MAX_TEXT)
                        .orNull()
                        .doc("The words above the viewer's own. `{name}`, `{amount}`, `{count}`, `{months}`,"
                                + " `{tier}`, `{gift}` and `{message}` stand for what the alert has; null for the"
                                + " usual words of the overlay's language.");
                var picture = s.oneOf(
                                "picture",
                                (AlertVariation variation) -> variation.picture.name,
                                List.copyOf(AlertChoices.PICTURES.keySet()))
                        .orNull();
                var pictureFile = s.text("picture_file", (AlertVariation variation) -> variation.picture.file)
                        .matching(FileKind.PICTURE_ID, "be the id of an own picture or clip")
                        .orNull()
                        .doc("The id of an own picture or clip of the library, in place of `picture`. `picture` is"
                                + " shown if there is no such file any more.");
                var place = s.oneOf(
                                "picture_place",
                                (AlertVariation variation) -> variation.picture.place,
                                List.copyOf(AlertChoices.PLACES.keySet()))
                        .orNull();
                var sound = s.oneOf(
                                "sound",
                                (AlertVariation variation) -> variation.sound.name,
                                List.copyOf(AlertChoices.SOUNDS.keySet()))
                        .orNull();
                var soundFile = s.text("sound_file", (AlertVariation variation) -> variation.sound.file)
                        .matching(FileKind.SOUND_ID, "be the id of an own sound")
                        .orNull()
                        .doc("The id of an own sound of the library, in place of `sound`; of a long one a minute is"
                                + " played. `sound` is played if there is no such file any more.");
                var volume = s.int32("volume", (AlertVariation variation) -> variation.sound.volume)
                        .between(0, WHOLE)
                        .orElse(USUAL_VOLUME)
                        .doc("Percent.");
                var enter = s.oneOf(
                                "enter",
                                (AlertVariation variation) -> variation.motion.enter,
                                List.copyOf(AlertChoices.MOTIONS.keySet()))
                        .orNull()
                        .doc("How the alert comes.");
                var leave = s.oneOf(
                                "leave",
                                (AlertVariation variation) -> variation.motion.leave,
                                List.copyOf(AlertChoices.MOTIONS.keySet()))
                        .orNull()
                        .doc("How it goes.");
                var seconds = s.int32("seconds", AlertVariation::seconds)
                        .between(2, 30)
                        .orNull()
                        .doc("How long it is shown; null for `alert_seconds`. A tip is shown while it sounds.");
                var spoken = s.flag("is_spoken", AlertVariation::isSpoken)
                        .orElse(true)
                        .doc("Whether a tip is spoken.");
                return in -> new AlertVariation(
                        type.of(in),
                        ordered(
                                in,
                                new Conditions(
                                        from.of(in),
                                        to.of(in),
                                        tier.of(in),
                                        platform.of(in),
                                        first.of(in),
                                        chance.of(in))),
                        known(in, text.of(in)),
                        new Picture(picture.of(in), pictureFile.of(in), place.of(in)),
                        new Sound(sound.of(in), soundFile.of(in), volume.of(in)),
                        new Motion(enter.of(in), leave.of(in)),
                        seconds.of(in),
                        spoken.of(in));
            });

    private static Conditions ordered(FieldValues in, Conditions conditions) {
        if (conditions.from != null && conditions.to != null && conditions.to.compareTo(conditions.from) < 0) {
            throw in.refused("to", "must not be below from");
        }
        return conditions;
    }

    private static @Nullable String known(FieldValues in, @Nullable String text) {
        if (text != null
                && !PLACEHOLDER.matcher(text).results().allMatch(found -> PLACEHOLDERS.contains(found.group(1)))) {
            throw in.refused(
                    "text", "must name only {name}, {amount}, {count}, {months}, {tier}, {gift} and {message}");
        }
        return text;
    }
}
