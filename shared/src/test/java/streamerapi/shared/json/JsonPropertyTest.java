package streamerapi.shared.json;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

import java.math.BigDecimal;
import java.math.BigInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds that JSON is read as it was written, to the last decimal.
@NullMarked
class JsonPropertyTest {

    private static final BigDecimal LARGEST = BigDecimal.TEN.pow(38);

    @Property(tries = 500)
    void everyValueComesBackAsItWas(@ForAll("values") @Nullable Object value) {
        assertThat(Json.read(Json.write(value))).isEqualTo(value);
    }

    @Property(tries = 500)
    void aDecimalKeepsEveryDigitAndIsWrittenPlain(@ForAll BigInteger digits, @ForAll @IntRange(max = 20) int scale) {
        BigDecimal decimal = new BigDecimal(digits, scale);
        String text = Json.writeText(decimal);
        assertThat(text).isEqualTo(decimal.toPlainString());
        assertThat(Json.read(text)).isEqualTo(decimal);
    }

    @Property(tries = 300)
    void anObjectThatIsCutShortIsRefused(@ForAll("objects") Object object, @ForAll @IntRange(max = 10_000) int at) {
        String text = Json.writeText(object);
        String cut = text.substring(0, at % text.length());
        assertThatThrownBy(() -> Json.read(cut)).isInstanceOf(Json.Malformed.class);
    }

    @Provide
    @SuppressWarnings("NullAway") // jqwik does not say what may be null
    Arbitrary<@Nullable Object> values() {
        Arbitrary<@Nullable Object> scalars = Arbitraries.oneOf(
                texts().asGeneric(),
                Arbitraries.of(true, false).asGeneric(),
                Arbitraries.bigDecimals()
                        .between(LARGEST.negate(), LARGEST)
                        .ofScale(6)
                        .asGeneric());
        Arbitrary<@Nullable Object> nullable = scalars.injectNull(0.1);
        return Arbitraries.recursive(
                () -> nullable,
                inner -> Arbitraries.oneOf(
                        inner.list().ofMaxSize(4).asGeneric(),
                        Arbitraries.maps(texts(), inner).ofMaxSize(4).asGeneric()),
                0,
                3);
    }

    @Provide
    @SuppressWarnings("NullAway") // jqwik does not say what may be null
    Arbitrary<Object> objects() {
        return Arbitraries.maps(texts(), values()).ofMaxSize(4).asGeneric();
    }

    private static Arbitrary<String> texts() {
        return Arbitraries.strings().all().ofMaxLength(12).filter(JsonPropertyTest::isUnicode);
    }

    /// Whether every surrogate has its other half: a text that UTF-8 can carry.
    private static boolean isUnicode(String text) {
        return text.codePoints().noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    }
}
