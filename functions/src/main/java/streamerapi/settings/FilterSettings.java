package streamerapi.settings;

import streamerapi.shared.labels.Labelled;
import streamerapi.shared.schema.Schema;

import java.util.List;

/// The words that an account does not want to read or hear (contract "Tips").
///
/// @param replace words that are replaced in a tip's name and message
/// @param block words that keep a tip out
/// @param onMatch what becomes of a tip that has a word of `replace`
public record FilterSettings(List<String> replace, List<String> block, OnMatch onMatch) {

    /// The treatment of a tip that has a word that the filter replaces.
    public enum OnMatch implements Labelled {
        /// The word is replaced, and the tip goes on.
        REPLACE,
        /// The tip waits for a moderator's decision.
        HOLD
    }

    private static final int MAX_WORDS = 500;
    private static final int MAX_WORD = 64;

    static final FilterSettings DEFAULT = new FilterSettings(List.of(), List.of(), OnMatch.REPLACE);

    static final Schema<FilterSettings> SCHEMA = Schema.of("FilterSettings", "Words that are not wanted.", s -> {
        var replace = s.texts("replace", FilterSettings::replace, MAX_WORD, FilterSettings::distinct)
                .between(0, MAX_WORDS)
                .orElse(List.of())
                .doc("Words that are replaced in a tip's name and message. They are found on word borders, whatever"
                        + " case, accents, width and look-alike letters they are written with, with punctuation inside"
                        + " (`b.a.d`) or spelt out (`b a d`, three letters at least). Scripts without spaces have a"
                        + " border at every character. A listed phrase's space can be any space or punctuation; signs"
                        + " before the first letter or after the last one (`#`, `.com`) must be in the text too. An"
                        + " emoji is found anywhere.");
        var block = s.texts("block", FilterSettings::block, MAX_WORD, FilterSettings::distinct)
                .between(0, MAX_WORDS)
                .orElse(List.of())
                .doc("Words that block a tip, matched like those of `replace`.");
        var onMatch = s.choice("on_match", FilterSettings::onMatch, List.of(OnMatch.values()), OnMatch.REPLACE)
                .orElse(OnMatch.REPLACE)
                .doc("The treatment of a tip that has a word of `replace`.");
        return in -> new FilterSettings(replace.of(in), block.of(in), onMatch.of(in));
    });

    static List<String> distinct(List<String> entries) {
        return entries.stream().distinct().toList();
    }
}
