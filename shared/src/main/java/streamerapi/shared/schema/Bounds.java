package streamerapi.shared.schema;

/// The bounds of types.
final class Bounds {

    private Bounds() {}

    /// The type with bounds: of a text its least and most characters, of a number its least and most, of a list its
    /// sizes.
    static Type<?> of(Type<?> type, long min, long max) {
        return switch (type) {
            case ScalarType.Text text ->
                new ScalarType.Text((int) min, (int) max, text.pattern(), text.form(), text.entry());
            case ScalarType.ViewerText text -> new ScalarType.ViewerText((int) min, (int) max);
            case ScalarType.Whole whole -> new ScalarType.Whole(min, max);
            case ScalarType.Int32 number -> new ScalarType.Int32(new ScalarType.Whole(min, max));
            case ScalarType.Decimal number -> new ScalarType.Decimal(min, max, number.decimals());
            case CompositeType.Texts texts -> texts.between((int) min, (int) max);
            case CompositeType.Choices<?> choices -> choices.between((int) min, (int) max);
            case CompositeType.Items<?> items -> new CompositeType.Items<>(items.element(), (int) max);
            case Amounts amounts -> new Amounts(amounts.element(), (int) max);
            default -> throw new IllegalArgumentException("The type has no bounds: " + type);
        };
    }
}
