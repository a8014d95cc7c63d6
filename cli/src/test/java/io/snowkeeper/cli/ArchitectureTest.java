package io.snowkeeper.cli;

import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The program stands above all other modules: core <- coordinator <- embedded <- node <- cli, core <- client <- cli. */
class ArchitectureTest {

    private static final String CORE = "io.snowkeeper.core..";
    private static final String COORDINATOR = "io.snowkeeper.coordinator..";
    private static final String SEQUENCES = "io.snowkeeper.sequences..";
    private static final String EMBEDDED = "io.snowkeeper.embedded..";
    private static final String NODE = "io.snowkeeper.node..";
    private static final String CLIENT = "io.snowkeeper.client..";
    private static final String CLI = "io.snowkeeper.cli..";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(Stream.of(CORE, COORDINATOR, SEQUENCES, EMBEDDED, NODE, CLIENT, CLI)
                    .map(module -> module.replace("..", ""))
                    .toList());

    @Test
    void theRulesSeeAllModules() {
        assertThat(Stream.of(CORE, COORDINATOR, SEQUENCES, EMBEDDED, NODE, CLIENT, CLI)
                        .map(module -> CLASSES.that(resideInAnyPackage(module)).size()))
                .allMatch(classes -> classes > 10);
    }

    @Test
    void callsFlowDownwards() {
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
                .layer("client")
                .definedBy(CLIENT)
                .layer("cli")
                .definedBy(CLI)
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("node")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("client")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("embedded")
                .mayOnlyBeAccessedByLayers("node")
                .whereLayer("sequences")
                .mayOnlyBeAccessedByLayers("embedded", "node", "cli")
                .whereLayer("coordinator")
                .mayOnlyBeAccessedByLayers("sequences", "embedded", "node", "cli")
                .check(CLASSES);
    }

    @Test
    void nothingOfTheProductKnowsWhatIsForApplicationsOrTests() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.snowkeeper.test..",
                        "io.snowkeeper.spring..",
                        "io.snowkeeper.testkit..",
                        "io.snowkeeper.loadtest..",
                        "io.snowkeeper.benchmarks..")
                .check(CLASSES);
    }

    @Test
    void onlyTheProgramKnowsHowOptionsAreReadAndLogsWritten() {
        noClasses()
                .that()
                .resideOutsideOfPackage(CLI)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("picocli..", "ch.qos.logback..")
                .check(CLASSES);
    }

    /** Its settings must hold for every client: that the given address is used, login and TLS. */
    @Test
    void oneClassMakesTheClientsOfAnEnsemble() {
        noClasses()
                .that()
                .doNotHaveSimpleName("EnsembleClients")
                .should()
                .callMethodWhere(target(owner(name("org.apache.curator.framework.CuratorFrameworkFactory"))))
                .check(CLASSES);
    }

    @Test
    void theProgramKnowsNoNettyAndNoZooKeeper() {
        noClasses()
                .that()
                .resideInAPackage(CLI)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "org.apache.zookeeper..", "org.apache.curator..")
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("io.snowkeeper.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
