package streamerapi.localstack.template;

/// Something in the template that cannot be run here, in one line: the place, then what is wrong with it.
public final class TemplateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /// @param place file, then logical id, then the path of the property, as far as they are known
    public TemplateException(String place, String problem) {
        super(place + ": " + problem);
    }
}
