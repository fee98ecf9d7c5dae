package streamerapi.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;
import streamerapi.connectors.IngestMessage;
import streamerapi.events.FanOutFunction;
import streamerapi.kofi.KofiTip;
import streamerapi.realtime.Connections;
import streamerapi.shared.calls.ExternalCalls;
import streamerapi.shared.http.Module;
import streamerapi.shared.http.Request;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.lambda.MessageHandler;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.util.List;
import java.util.Set;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

/// Holds which package may know which, in the deployed code.
@NullMarked
@AnalyzeClasses(locations = Product.class)
class DependenciesTest {

    private static final Set<String> EDGES = Set.of(
            Connections.class.getName(),
            "streamerapi.events.Batch",
            "streamerapi.events.Faults",
            "streamerapi.webhooks.WebhookClient",
            "streamerapi.outbound.VettedClient",
            "streamerapi.webhooks.DeliveryQueue",
            "streamerapi.moderation.HttpModeration",
            "streamerapi.paypal.PayPalOrders",
            "streamerapi.speech.Polly",
            "streamerapi.speech.AudioStore",
            "streamerapi.library.LibraryStore",
            "software.amazon.awssdk.regions.GeneratedServiceMetadataProvider");

    private static final Set<String> WHOLE_ROWS =
            Set.of("streamerapi.exports.ExportedKind", "streamerapi.erasure.ErasureSweep");

    private static final DescribedPredicate<JavaClass> FUNCTION = DescribedPredicate.describe(
            "a function's entry, or a part of one",
            type -> outermost(type).getSimpleName().endsWith("Function")
                    || outermost(type).isAssignableTo(MessageHandler.class));

    private static final DescribedPredicate<JavaClass> ROUTES = DescribedPredicate.describe(
            "a table of routes", type -> outermost(type).getSimpleName().matches(".*(Api|Module)"));

    private static final DescribedPredicate<JavaClass> EDGE = DescribedPredicate.describe(
            "an edge of the service", type -> EDGES.contains(outermost(type).getName()));

    private static final DescribedPredicate<JavaClass> DOMAIN = resideOutsideOfPackages(
                    "streamerapi.shared..", "streamerapi.pages..", "streamerapi.dashboard..", "streamerapi.mcp..")
            .and(DescribedPredicate.not(FUNCTION.or(ROUTES).or(EDGE)))
            .as("domain classes");

    @ArchTest
    static final ArchRule sharedKnowsNoResourceGroup = noClasses()
            .that()
            .resideInAPackage("streamerapi.shared..")
            .should()
            .dependOnClassesThat(resideInAPackage("streamerapi..").and(resideOutsideOfPackage("streamerapi.shared..")));

    @ArchTest
    static final ArchRule thePackagesOfSharedHaveNoCycles =
            slices().matching("streamerapi.shared.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule theResourceGroupsHaveNoCycles =
            slices().matching("streamerapi.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule domainClassesKnowNothingOfAwsOrHttp = noClasses()
            .that(DOMAIN)
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                    "software.amazon..",
                    "com.amazonaws..",
                    "org.crac..",
                    "okhttp3..",
                    "streamerapi.shared.http..",
                    "streamerapi.shared.lambda.."));

    @ArchTest
    static final ArchRule onlyTheEdgesSeeTheSdk = noClasses()
            .that(resideOutsideOfPackage("streamerapi.shared.aws..")
                    .and(resideOutsideOfPackage("streamerapi.shared.http.."))
                    .and(resideOutsideOfPackage("streamerapi.shared.lambda.."))
                    .and(resideOutsideOfPackage("streamerapi.shared.queues.."))
                    .and(DescribedPredicate.not(FUNCTION.or(EDGE))))
            .should()
            .dependOnClassesThat(resideInAPackage("software.amazon.."));

    @ArchTest
    static final ArchRule onlyFunctionsAndModulesReadTheEnvironment = noClasses()
            .that(resideOutsideOfPackage("streamerapi.shared.lambda..")
                    .and(DescribedPredicate.not(FUNCTION.or(assignableTo(Module.class)))))
            .should()
            .dependOnClassesThat()
            .areAssignableTo(Environment.class);

    @ArchTest
    static final ArchRule onlyAuthorizedRequestsAndSignedMessagesCallOut = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Request.class.getName())
            .and()
            .doNotHaveFullyQualifiedName(IngestMessage.class.getName())
            .and()
            .doNotHaveFullyQualifiedName(KofiTip.class.getName())
            .should()
            .callConstructor(ExternalCalls.class);

    @ArchTest
    static final ArchRule onlyTheEnvironmentAsksTheProcess = noClasses()
            .that()
            .doNotHaveFullyQualifiedName(Environment.class.getName())
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "it reads the process's variables",
                    call -> call.getTargetOwner().isEquivalentTo(System.class)
                            && call.getName().equals("getenv")));

    /// Attributes by their names are for schemas, and for what treats rows of every kind alike.
    @ArchTest
    static final ArchRule rowsAreReadByTypedAttributes = noClasses()
            .that(resideOutsideOfPackages("streamerapi.shared.storage..", "streamerapi.shared.schema..")
                    .and(DescribedPredicate.not(DescribedPredicate.describe(
                            "a reader of rows of every kind",
                            type -> WHOLE_ROWS.contains(outermost(type).getName())))))
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "it names an attribute by a text, or takes all of a row",
                    call -> isByName(
                            call.getTargetOwner(),
                            call.getName(),
                            call.getTarget().getRawParameterTypes())));

    private static boolean isByName(JavaClass owner, String method, List<JavaClass> parameters) {
        boolean isFirstText = !parameters.isEmpty() && parameters.getFirst().isEquivalentTo(String.class);
        if (owner.isEquivalentTo(Attribute.class)) {
            return method.equals("any");
        }
        boolean isByText = isFirstText
                && (owner.isEquivalentTo(Row.class)
                        || owner.isEquivalentTo(Write.class)
                        || owner.isEquivalentTo(Condition.class));
        return isByText || (owner.isEquivalentTo(Row.class) && method.equals("attributes"));
    }

    @ArchTest
    static final ArchRule theEdgesAreThere = classes()
            .that(EDGE)
            .and()
            .areTopLevelClasses()
            .should()
            .onlyHaveDependentClassesThat(FUNCTION.or(resideInAnyPackage(
                    "streamerapi.realtime",
                    "streamerapi.webhooks",
                    "streamerapi.speech",
                    "streamerapi.library",
                    "streamerapi.browsersource",
                    "streamerapi.moderation",
                    "streamerapi.paypal",
                    "streamerapi.tips",
                    FanOutFunction.class.getPackageName())));

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(DependenciesTest::outermost).orElse(type);
    }
}
