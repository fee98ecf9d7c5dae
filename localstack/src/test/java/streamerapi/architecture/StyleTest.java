package streamerapi.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import org.jspecify.annotations.NullMarked;

import java.time.LocalDateTime;
import java.util.Date;
import java.util.List;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

/// How classes are written, in what is deployed.
@NullMarked
@AnalyzeClasses(locations = Product.class)
class StyleTest {

    @ArchTest
    static final ArchRule namesSayWhatAClassIs =
            noClasses().should().haveNameMatching(".*(Manager|Util|Utils|Helper|Impl|DTO|Dto)(\\$.*)?");

    @ArchTest
    static final ArchRule timesAreInstants =
            // The JDK's certificates have their times as dates.
            noClasses()
                    .that()
                    .doNotHaveFullyQualifiedName("streamerapi.paypal.PayPalCertificate")
                    .should()
                    .dependOnClassesThat()
                    .areAssignableTo(Date.class);

    @ArchTest
    static final ArchRule nobodyAsksForTheTimeOfTheMachine = noClasses()
            .should()
            .callMethodWhere(DescribedPredicate.describe(
                    "it is the machine's local time",
                    call -> call.getTargetOwner().isEquivalentTo(LocalDateTime.class)
                            && call.getName().equals("now")));

    @ArchTest
    static final ArchRule anInterfaceHasMoreThanOneImplementation = noClasses()
            .that(DescribedPredicate.describe("are interfaces with methods", StyleTest::isOrdinaryInterface))
            .should(ArchCondition.from(
                    DescribedPredicate.describe("have one implementation", StyleTest::hasOneImplementation)))
            .allowEmptyShould(true);

    /// A sealed interface names its kinds itself and waits for nobody else's, so it may begin with one.
    private static boolean isOrdinaryInterface(JavaClass type) {
        return type.isInterface()
                && !type.isAnnotation()
                && !type.reflect().isSealed()
                && !type.getMethods().isEmpty()
                && !type.isAnnotatedWith(FunctionalInterface.class);
    }

    /// Whether one class implements an interface, and it stands beside it. One of another package is what an interface
    /// is for: it turns the dependency between the packages around.
    private static boolean hasOneImplementation(JavaClass type) {
        List<JavaClass> all = type.getAllSubclasses().stream()
                .filter(subclass -> !subclass.isInterface())
                .toList();
        return all.size() == 1 && all.getFirst().getPackageName().equals(type.getPackageName());
    }
}
