package io.snowkeeper.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules for the packages of this module. */
class ArchitectureTest {

    private static final long MAX_TYPES = 25;

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

    @Test
    void noPackageHasMoreTypesThanAReaderCanKeepInMind() {
        Map<String, Long> types = CLASSES.stream()
                .filter(type -> type.isTopLevelClass() && !type.getSimpleName().equals("package-info"))
                .collect(groupingBy(JavaClass::getPackageName, counting()));

        assertThat(types)
                .hasSizeGreaterThan(5)
                .allSatisfy((name, count) -> assertThat(count).as(name).isLessThanOrEqualTo(MAX_TYPES));
    }
}
