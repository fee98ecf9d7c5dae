package streamerapi.tts;

/// The values of a tip's `source`, beside the labels of the [streamerapi.shared.connectors.Processor]s. Old rows can
/// have others.
public final class TipSource {

    /// `POST /tips`.
    public static final String API = "api";

    /// A payment at Ko-fi.
    public static final String KOFI = "kofi";

    /// A member of the team, by hand.
    public static final String MANUAL = "manual";

    /// A viewer's credit.
    public static final String SUB_REWARD = "sub_reward";

    /// A redemption of channel points.
    public static final String CHANNEL_POINT = "channel_point";

    /// A tip that was played or removed before.
    public static final String REPLAY = "replay";

    /// A test, whose events say so.
    public static final String TEST = "test";

    private TipSource() {}
}
