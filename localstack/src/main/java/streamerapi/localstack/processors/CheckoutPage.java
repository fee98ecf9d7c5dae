package streamerapi.localstack.processors;

import streamerapi.localstack.standins.StandInAnswer;
import streamerapi.localstack.standins.StandInPage;

/// The page on which a donor pays at a processor that is played, or decides not to.
///
/// @param processor its name, as people write it
/// @param product   what is paid for
/// @param amount    with its currency: `5.00 USD`
/// @param isHold    whether paying only holds the money
/// @param isTest    whether it is of the processor's test mode
/// @param back      where who does not want to pay goes back to; empty for nowhere
record CheckoutPage(String processor, String product, String amount, boolean isHold, boolean isTest, String back) {

    static final String PAY = "pay";
    static final String DECLINE = "decline";
    static final String HOLD = "hold";

    /// The question.
    StandInAnswer question() {
        return StandInPage.of(200, "Pay " + amount, """
                <p>This is the local stack's stand-in for %1$s: no money moves, and nothing here reaches the real one.</p>
                <dl>
                <dt>For</dt><dd id="product">%2$s</dd>
                <dt>Amount</dt><dd id="amount">%3$s</dd>
                <dt>Mode</dt><dd>%4$s</dd>
                </dl>
                <p>%5$s</p>
                <form method="post">
                <button name="decision" value="pay">Pay %3$s</button>
                <button name="decision" value="decline">Have the payment declined</button>
                <button name="decision" value="hold">Leave the payment pending</button>
                </form>
                %6$s
                """.formatted(
                        StandInPage.escaped(processor),
                        StandInPage.escaped(product),
                        StandInPage.escaped(amount),
                        isTest ? "test" : "live",
                        isHold
                                ? "The money is held, and charged only once the recipient accepts it."
                                : "The money is charged at once.",
                        link(back, "Back, without paying")));
    }

    /// The answer when nothing is left to decide.
    ///
    /// @param why  a sentence
    /// @param onTo where it goes on; empty for nowhere
    static StandInAnswer over(String why, String onTo) {
        return StandInPage.of(
                200, "This checkout is over", """
                <p>%s</p>
                %s
                """.formatted(StandInPage.escaped(why), link(onTo, "Go on")));
    }

    private static String link(String address, String text) {
        return address.isEmpty()
                ? ""
                : "<p><a href=\"" + StandInPage.escaped(address) + "\">" + StandInPage.escaped(text) + "</a></p>";
    }
}
