package streamerapi.shared.storage;

import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import streamerapi.shared.connectors.Platform;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/// Holds how rows keep typed attributes, and what stands for one that is not there.
@NullMarked
class AttributeTest {

    private static final Row ROW = Row.of(new Key("a", "b"));
    private static final Instant NOW = Instant.ofEpochMilli(1_763_693_883_123L);
    private static final Attribute<Instant> AT = Attribute.time("at");
    private static final Attribute<Platform> PLATFORM = Attribute.label("platform", Platform.ALL);
    private static final Attribute.Whole COUNT = Attribute.whole("count");
    private static final Attribute.Flag OPEN = Attribute.flag("open");
    private static final Attribute<String> NAME = Attribute.text("name");

    @Test
    void timesAndLabelsAreStoredAsTheTableHasThem() {
        Row row = ROW.with(AT, NOW).with(PLATFORM, Platform.BETA).with(COUNT, 3);

        assertThat(row.attributes())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of("at", NOW.toEpochMilli(), "platform", Platform.BETA.label(), "count", 3L));
        assertThat(row.get(AT)).isEqualTo(NOW);
        assertThat(row.get(PLATFORM)).isEqualTo(Platform.BETA);
        assertThat(row.get(COUNT)).isEqualTo(3);
    }

    @Test
    void anAttributeThatIsNotThereHasTheValueThatStandsForThat() {
        assertThat(ROW.get(COUNT)).isZero();
        assertThat(ROW.get(OPEN)).isFalse();
        assertThat(ROW.get(Attribute.texts("names"))).isEmpty();
        assertThat(ROW.find(NAME)).isNull();
        assertThatThrownBy(() -> ROW.get(NAME)).hasMessage("name");
    }

    @Test
    void aLabelThatNoConstantHasIsRefused() {
        Row row = ROW.with(Attribute.text("platform"), "gamma");

        assertThatThrownBy(() -> row.get(PLATFORM)).hasMessage("platform");
    }

    @Test
    void theMembersOfAFamilyAreFoundByTheirPrefix() {
        AttributeFamily<Attribute.Flag> paidIn = new AttributeFamily<>("paid_in_", Attribute::flag);
        Row row = ROW.with(paidIn.of("USD"), true).with(NAME, "x").with(paidIn.of("JPY"), true);

        assertThat(paidIn.in(row).keySet()).containsExactly("USD", "JPY");
        assertThat(row.without(List.of(paidIn.of("USD"), NAME)).attributes()).containsOnlyKeys("paid_in_JPY");
        assertThat(row.only(List.of(NAME)).attributes()).containsOnlyKeys("name");
    }
}
