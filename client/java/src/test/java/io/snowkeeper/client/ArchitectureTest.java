package io.snowkeeper.client;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The client needs core and Netty, and shows neither Netty nor its own parts. No package of it needs one that needs it. */
class ArchitectureTest {

    private static final String API = "io.snowkeeper.client";
    private static final String CLIENT = "io.snowkeeper.client..";
    private static final String CORE = "io.snowkeeper.core..";
    private static final String NETTY = "io.netty..";

    /** The only classes that need Micrometer: none of them may be loaded without it. */
    private static final DescribedPredicate<JavaClass> METRICS =
            describe("the metrics", type -> type.getName().startsWith(API + ".SnowkeeperClientMetrics"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(API);

    @Test
    void theRulesSeeTheClient() {
        assertThat(CLASSES).hasSizeGreaterThan(20);
    }

    @Test
    void itNeedsNothingButCoreNettyAndTheJdk() {
        classes()
                .that()
                .resideInAPackage(CLIENT)
                .and(not(METRICS))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(CLIENT, CORE, NETTY, "java..", "javax.net.ssl..", "org.jspecify.annotations..")
                .check(CLASSES);
    }

    @Test
    void nothingNeedsTheMetrics() {
        noClasses().that(not(METRICS)).should().dependOnClassesThat(METRICS).check(CLASSES);
    }

    @Test
    void noTypeOfNettyIsInAPublicSignature() {
        codeUnits()
                .that()
                .areDeclaredInClassesThat()
                .resideInAPackage(API)
                .and()
                .areDeclaredInClassesThat()
                .arePublic()
                .and()
                .arePublic()
                .should(have(describe(
                        "no type of Netty in their signature",
                        unit -> Stream.concat(Stream.of(unit.getRawReturnType()), unit.getRawParameterTypes().stream())
                                .map(JavaClass::getPackageName)
                                .noneMatch(name -> name.startsWith("io.netty")))))
                .check(CLASSES);
    }

    @Test
    void onlyWhatUsersSeeIsPublic() {
        assertThat(CLASSES.stream()
                        .filter(type -> type.getPackageName().equals(API))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrder(
                        "SnowkeeperClient",
                        "ParsedText",
                        "SnowkeeperClientBuilder",
                        "SnowkeeperClientMetrics",
                        "PrefetchLimits",
                        "TlsFiles",
                        "Identity",
                        "AsyncSequenceClient",
                        "AsyncSnowkeeperClient",
                        "SequenceClient");
    }

    @Test
    void nothingElseIsExported() {
        assertThat(ModuleFinder.of(Path.of("target", "classes")).find(API).orElseThrow().descriptor().exports().stream()
                        .map(ModuleDescriptor.Exports::source))
                .containsExactly(API);
    }

    @Test
    void callsGoOneWay() {
        slices().matching(API + ".(**)").should().beFreeOfCycles().check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(API + ".internal..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(API)
                .check(CLASSES);
    }

    @Test
    void onlyTheseKnowNetty() {
        noClasses()
                .that(not(simpleNameEndingWith("Connector")
                        .or(simpleNameEndingWith("Connection"))
                        .or(simpleNameEndingWith("AnswerFrameDecoder"))
                        .or(simpleNameEndingWith("TlsContexts"))
                        .or(simpleNameEndingWith("ClientRuntime"))))
                .and()
                .areTopLevelClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty.channel..")
                .check(CLASSES);
    }
}
