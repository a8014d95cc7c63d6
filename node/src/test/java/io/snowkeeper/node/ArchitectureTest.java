package io.snowkeeper.node;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls flow core <- coordinator <- embedded <- node, and each part knows only the libraries that are its business. */
class ArchitectureTest {

    private static final String CORE = "io.snowkeeper.core..";
    private static final String COORDINATOR = "io.snowkeeper.coordinator..";
    private static final String SEQUENCES = "io.snowkeeper.sequences..";
    private static final String EMBEDDED = "io.snowkeeper.embedded..";
    private static final String NODE = "io.snowkeeper.node..";

    private static final String[] ZOOKEEPER = {"org.apache.zookeeper..", "org.apache.curator.."};

    private static final String NETTY = "io.netty..";

    /** As many types as a reader keeps apart. Those that are declared within others are not counted. */
    private static final int MAX_TYPES_OF_A_PACKAGE = 25;

    /** The modules of the product, by their folders: this test does not see the classes of all of them. */
    private static final List<String> MODULES = List.of(
            "core",
            "coordinator",
            "sequences",
            "node",
            "client/java",
            "client/embedded",
            "client/spring-boot-starter",
            "client/test",
            "cli",
            "loadtest",
            "loadtest/simulation",
            "loadtest/benchmarks",
            "systemtest/testkit");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(
                    "io.snowkeeper.core",
                    "io.snowkeeper.coordinator",
                    "io.snowkeeper.sequences",
                    "io.snowkeeper.embedded",
                    "io.snowkeeper.node");

    @Test
    void theRulesSeeAllModules() {
        assertThat(Stream.of(CORE, COORDINATOR, SEQUENCES, EMBEDDED, NODE)
                        .map(module -> CLASSES.that(resideInAnyPackage(module)).size()))
                .allMatch(classes -> classes > 10);
    }

    @Test
    void callsFlowFromNodeToEmbeddedToSequencesToCoordinatorToCore() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("core")
                .definedBy(CORE)
                .layer("coordinator")
                .definedBy(COORDINATOR)
                .layer("sequences")
                .definedBy(SEQUENCES)
                .layer("embedded")
                .definedBy(EMBEDDED)
                .layer("node")
                .definedBy(NODE)
                .whereLayer("node")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("embedded")
                .mayOnlyBeAccessedByLayers("node")
                .whereLayer("sequences")
                .mayOnlyBeAccessedByLayers("embedded", "node")
                .whereLayer("coordinator")
                .mayOnlyBeAccessedByLayers("sequences", "embedded", "node")
                .whereLayer("core")
                .mayOnlyBeAccessedByLayers("coordinator", "sequences", "embedded", "node")
                .check(CLASSES);
    }

    @Test
    void coreNeedsNothingButTheJdk() {
        classes()
                .that()
                .resideInAPackage(CORE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(CORE, "java..", "javax.crypto..", "org.jspecify.annotations..")
                .check(CLASSES);
    }

    @Test
    void noTypeOfZooKeeperIsInAPublicSignatureOfTheCoordinator() {
        codeUnits()
                .that()
                .areDeclaredInClassesThat(publicIn(COORDINATOR))
                .and()
                .areNotPrivate()
                .and(not(packagePrivate()))
                .should(have(noZooKeeperTypes()))
                .check(CLASSES);
        fields().that()
                .areDeclaredInClassesThat(publicIn(COORDINATOR))
                .and()
                .arePublic()
                .should()
                .haveRawType(resideOutsideOfPackages(ZOOKEEPER))
                .allowEmptyShould(true)
                .check(CLASSES);
    }

    @Test
    void noPublicTypeOfTheCoordinatorIsATypeOfZooKeeper() {
        classes()
                .that(publicIn(COORDINATOR))
                .should()
                .notBeAssignableTo(resideInAnyPackage(ZOOKEEPER))
                .check(CLASSES);
    }

    @Test
    void onlyTheZooKeeperPackageKnowsZooKeeper() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.snowkeeper.coordinator.zookeeper..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ZOOKEEPER)
                .check(CLASSES);
    }

    @Test
    void theCoordinatorsProtocolsKnowTheStoreByItsPortAlone() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.snowkeeper.coordinator.fleet..",
                        "io.snowkeeper.coordinator.lease..",
                        "io.snowkeeper.coordinator.state..",
                        "io.snowkeeper.sequences..",
                        "io.snowkeeper.coordinator.store..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.snowkeeper.coordinator.zookeeper..")
                .check(CLASSES);
    }

    @Test
    void theCoordinatorKnowsNoNetwork() {
        noClasses()
                .that()
                .resideInAPackage(COORDINATOR)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(NETTY)
                .check(CLASSES);
    }

    @Test
    void theServiceKnowsNoNetwork() {
        noClasses()
                .that()
                .resideInAPackage("io.snowkeeper.node.service..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        NETTY,
                        "io.snowkeeper.node.net..",
                        "io.snowkeeper.node.stream..",
                        "io.snowkeeper.node.line..",
                        "io.snowkeeper.node.redis..",
                        "io.snowkeeper.node.http..",
                        "io.snowkeeper.node.metrics..")
                .check(CLASSES);
    }

    @Test
    void onlyThePortsKnowNetty() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.snowkeeper.node.net..",
                        "io.snowkeeper.node.stream..",
                        "io.snowkeeper.node.line..",
                        "io.snowkeeper.node.redis..",
                        "io.snowkeeper.node.http..",
                        "io.snowkeeper.node.tls..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(NETTY)
                .check(CLASSES);
    }

    @Test
    void onlyTheMetricsKnowMicrometer() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.snowkeeper.node.metrics..", "io.snowkeeper.embedded.metrics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.micrometer..", "io.prometheus..")
                .check(CLASSES);
    }

    @Test
    void nothingStaticOfAnEmbeddedMemberKeepsAThreadOrAnApplicationAlive() {
        fields().that()
                .areDeclaredInClassesThat()
                .resideInAPackage(EMBEDDED)
                .and()
                .areStatic()
                .should()
                .beFinal()
                .andShould()
                .notHaveRawType(assignableTo(Executor.class))
                .andShould()
                .notHaveRawType(assignableTo(Map.class))
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("io.snowkeeper.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"line", "redis", "http"})
    void noPortKnowsAnother(String port) {
        String[] others = Stream.of("line", "redis", "http")
                .filter(other -> !other.equals(port))
                .map(other -> "io.snowkeeper.node." + other + "..")
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAnyPackage("io.snowkeeper.node." + port + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(others)
                .check(CLASSES);
    }

    @Test
    void whatPortsShareKnowsNoneOfThem() {
        noClasses()
                .that()
                .resideInAnyPackage("io.snowkeeper.node.net..", "io.snowkeeper.node.stream..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.snowkeeper.node.line..", "io.snowkeeper.node.redis..", "io.snowkeeper.node.http..")
                .check(CLASSES);
    }

    @Test
    void noPackageHasMoreTypesThanAReaderKeepsApart() throws IOException {
        Map<String, Long> types = new TreeMap<>();
        for (String module : MODULES) {
            Path sources = Path.of("..", module, "src/main/java");
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(ArchitectureTest::isType)
                        .forEach(file -> types.merge(packageOf(sources, file), 1L, Long::sum));
            }
        }
        assertThat(types.keySet())
                .hasSizeGreaterThan(50)
                .contains(
                        "io.snowkeeper.core",
                        "io.snowkeeper.client",
                        "io.snowkeeper.embedded",
                        "io.snowkeeper.node.line",
                        "io.snowkeeper.loadtest.lines",
                        "io.snowkeeper.testkit.node");
        assertThat(types).allSatisfy((name, count) -> assertThat(count).isLessThanOrEqualTo(MAX_TYPES_OF_A_PACKAGE));
    }

    private static boolean isType(Path file) {
        return file.toString().endsWith(".java")
                && !List.of("package-info.java", "module-info.java")
                        .contains(file.getFileName().toString());
    }

    private static String packageOf(Path sources, Path file) {
        return sources.relativize(requireNonNull(file.getParent())).toString().replace(File.separatorChar, '.');
    }

    private static DescribedPredicate<JavaClass> publicIn(String packages) {
        return DescribedPredicate.describe(
                "public in " + packages,
                type -> resideInAnyPackage(packages).test(type)
                        && type.getModifiers().contains(JavaModifier.PUBLIC));
    }

    private static DescribedPredicate<JavaCodeUnit> packagePrivate() {
        return DescribedPredicate.describe(
                "package-private",
                unit -> Stream.of(JavaModifier.PUBLIC, JavaModifier.PROTECTED)
                        .noneMatch(unit.getModifiers()::contains));
    }

    private static DescribedPredicate<JavaCodeUnit> noZooKeeperTypes() {
        DescribedPredicate<JavaClass> zooKeeper = resideInAnyPackage(ZOOKEEPER);
        return DescribedPredicate.describe(
                "no type of ZooKeeper or Curator in their signature",
                unit -> Stream.of(
                                Stream.of(unit.getRawReturnType()),
                                unit.getRawParameterTypes().stream(),
                                unit.getThrowsClause().stream().map(thrown -> thrown.getRawType()))
                        .flatMap(types -> types)
                        .noneMatch(zooKeeper));
    }
}
