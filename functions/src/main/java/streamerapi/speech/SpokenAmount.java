package streamerapi.speech;

import streamerapi.settings.Currencies;
import streamerapi.shared.text.ViewerText;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.text.NumberFormat;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;

/// An amount of money as English says it: `twelve dollars and fifty cents`; in any other language as it is written
/// there, `12,50 €`, because a voice reads the digits of its own language and no words of another.
///
/// Currencies that English has a word for are named so. Any other is named as the JDK does, and its fractions are read
/// digit by digit: `seven point zero five Czech Koruna`.
final class SpokenAmount {

    private record Unit(String one, String many, String smallOne, String smallMany) {}

    private static final Map<String, Unit> UNITS = Map.ofEntries(
            Map.entry("USD", new Unit("dollar", "dollars", "cent", "cents")),
            Map.entry("CAD", new Unit("Canadian dollar", "Canadian dollars", "cent", "cents")),
            Map.entry("AUD", new Unit("Australian dollar", "Australian dollars", "cent", "cents")),
            Map.entry("NZD", new Unit("New Zealand dollar", "New Zealand dollars", "cent", "cents")),
            Map.entry("EUR", new Unit("euro", "euros", "cent", "cents")),
            Map.entry("GBP", new Unit("pound", "pounds", "penny", "pence")),
            Map.entry("INR", new Unit("rupee", "rupees", "paisa", "paise")),
            Map.entry("BRL", new Unit("real", "reais", "centavo", "centavos")),
            Map.entry("MXN", new Unit("Mexican peso", "Mexican pesos", "centavo", "centavos")),
            Map.entry("PLN", new Unit("zloty", "zloty", "grosz", "groszy")),
            Map.entry("CHF", new Unit("Swiss franc", "Swiss francs", "centime", "centimes")),
            Map.entry("SEK", new Unit("Swedish krona", "Swedish kronor", "öre", "öre")),
            Map.entry("NOK", new Unit("Norwegian krone", "Norwegian kroner", "øre", "øre")),
            Map.entry("DKK", new Unit("Danish krone", "Danish kroner", "øre", "øre")),
            Map.entry("JPY", new Unit("yen", "yen", "", "")),
            Map.entry("KRW", new Unit("won", "won", "", "")));

    private static final String[] SMALL = {
        "zero",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen"
    };
    private static final String[] TENS = {
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"
    };

    private static final Currency YEN = Currency.getInstance("JPY");
    private static final String LATIN_DIGITS = "latn";

    private SpokenAmount() {}

    /// An amount as a voice of a language says it.
    ///
    /// @param amount as of [#of(BigDecimal, String)]
    /// @param code ISO 4217
    static String of(BigDecimal amount, String code, Locale language) {
        if (language.getLanguage().equals("en") || !Currencies.isKnown(code)) {
            return of(amount, code);
        }
        Locale digits = new Locale.Builder()
                .setLocale(language)
                .setUnicodeLocaleKeyword("nu", LATIN_DIGITS)
                .build();
        Currency currency = Currency.getInstance(code);
        boolean isWhole = amount.stripTrailingZeros().scale() <= 0;
        int decimals = isWhole ? 0 : Currencies.shownDecimals(amount, code);
        boolean hasSign = !currency.getSymbol(digits).equals(code);
        boolean isYenAtHome = currency.equals(YEN) && language.getLanguage().equals("ja");
        boolean isSigned = hasSign && !isYenAtHome;
        NumberFormat format =
                isSigned ? NumberFormat.getCurrencyInstance(digits) : NumberFormat.getNumberInstance(digits);
        if (isSigned) {
            format.setCurrency(currency);
        }
        format.setMinimumFractionDigits(decimals);
        format.setMaximumFractionDigits(decimals);
        format.setGroupingUsed(false);
        String written = format.format(amount);
        String whole = hasSign ? written : written + " " + currency.getDisplayName(digits);
        return ViewerText.cleaned(isYenAtHome ? written + "円" : whole).replaceAll("\\p{Z}", " ");
    }

    /// An amount in English words.
    ///
    /// @param amount 0 or more, at most two decimals
    /// @param currency ISO 4217
    static String of(BigDecimal amount, String currency) {
        int whole = amount.intValue();
        int hundredths = amount.subtract(BigDecimal.valueOf(whole))
                .movePointRight(2)
                .setScale(0, RoundingMode.DOWN)
                .intValue();
        Unit unit = UNITS.get(currency);
        if (unit == null || (hundredths > 0 && unit.smallOne().isEmpty())) {
            return decimal(whole, hundredths) + " " + (unit == null ? name(currency) : unit.many());
        }
        String large = number(whole) + " " + (whole == 1 ? unit.one() : unit.many());
        if (hundredths == 0) {
            return large;
        }
        String small = number(hundredths) + " " + (hundredths == 1 ? unit.smallOne() : unit.smallMany());
        return whole == 0 ? small : large + " and " + small;
    }

    private static String decimal(int whole, int hundredths) {
        if (hundredths == 0) {
            return number(whole);
        }
        String first = number(whole) + " point " + SMALL[hundredths / 10];
        return hundredths % 10 == 0 ? first : first + " " + SMALL[hundredths % 10];
    }

    /// A whole number from 0 to 999,999,999 in words.
    static String number(int number) {
        if (number < 20) {
            return SMALL[number];
        }
        if (number < 100) {
            return TENS[number / 10] + (number % 10 == 0 ? "" : "-" + SMALL[number % 10]);
        }
        if (number < 1_000) {
            return grouped(number, 100, "hundred", " and ");
        }
        return number < 1_000_000
                ? grouped(number, 1_000, "thousand", " ")
                : grouped(number, 1_000_000, "million", " ");
    }

    private static String grouped(int number, int unit, String name, String between) {
        String group = number(number / unit) + " " + name;
        return number % unit == 0 ? group : group + between + number(number % unit);
    }

    private static String name(String currency) {
        try {
            return Currency.getInstance(currency).getDisplayName(Locale.ENGLISH);
        } catch (IllegalArgumentException e) {
            return currency;
        }
    }
}
