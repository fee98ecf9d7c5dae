package streamerapi.overlays;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The pictures, sounds, movements and languages that alerts can have: the title of each by its name in the API, in the
/// order of the choice.
public final class AlertChoices {

    private AlertChoices() {}

    /// The pictures, drawn in the overlay's colours.
    public static final Map<String, String> PICTURES = titled(
            "none=No picture",
            "heart=Heart",
            "star=Star",
            "coin=Coin",
            "gift=Gift",
            "gem=Gem",
            "rocket=Rocket",
            "crown=Crown",
            "trophy=Trophy",
            "party=Party popper",
            "bolt=Lightning",
            "hand=Waving hand",
            "mug=Mug");

    /// The places of the picture beside the words.
    public static final Map<String, String> PLACES =
            titled("left=Left", "right=Right", "above=Above", "behind=Behind the words");

    /// The sounds, made of tones by the page.
    public static final Map<String, String> SOUNDS = titled(
            "none=No sound",
            "chime=Chime",
            "bell=Bell",
            "coins=Coins",
            "pop=Pop",
            "sparkle=Sparkle",
            "fanfare=Fanfare",
            "level_up=Level up",
            "whoosh=Whoosh",
            "drums=Drums",
            "harp=Harp");

    /// The movements by which an alert comes or goes.
    public static final Map<String, String> MOTIONS = titled(
            "fade=Fade",
            "rise=Rise",
            "fall=Fall",
            "left=Left edge",
            "right=Right edge",
            "zoom=Zoom",
            "bounce=Bounce",
            "flip=Flip",
            "swing=Swing",
            "spin=Spin",
            "wipe=Wipe",
            "steps=In steps",
            "flicker=Flicker");

    /// The languages of the overlay's own words.
    public static final Map<String, String> LANGUAGES =
            titled("en=English", "de=Deutsch", "es=Español", "pt=Português", "fr=Français", "ja=日本語");

    private static Map<String, String> titled(String... choices) {
        Map<String, String> titles = new LinkedHashMap<>();
        for (String choice : List.of(choices)) {
            String[] parts = choice.split("=", 2);
            titles.put(parts[0], parts[1]);
        }
        return titles;
    }
}
