package io.snowkeeper.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rules for the packages of this module. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.snowkeeper.testkit");

    @Test
    void ofOurModulesItKnowsCoreAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(
                        "io.snowkeeper.coordinator..",
                        "io.snowkeeper.node..",
                        "io.snowkeeper.client..",
                        "io.snowkeeper.cli..",
                        "io.snowkeeper.loadtest..",
                        "io.snowkeeper.benchmarks..")
                .check(CLASSES);
    }

    @Test
    void whatToolsUseNeedsNothingButTheJdk() {
        classes()
                .that()
                .resideInAnyPackage("io.snowkeeper.testkit.process", "io.snowkeeper.testkit.zookeeper")
                .or()
                .haveSimpleName("Ports")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "org.jspecify.annotations..",
                        "io.snowkeeper.testkit.process",
                        "io.snowkeeper.testkit.zookeeper",
                        "io.snowkeeper.testkit.net")
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("io.snowkeeper.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
