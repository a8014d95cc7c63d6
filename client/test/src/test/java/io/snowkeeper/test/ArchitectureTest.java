package io.snowkeeper.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The fakes need core alone; the node in the test's process stands beside them. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.snowkeeper.test");

    @Test
    void theRulesSeeTheTestKit() {
        assertThat(CLASSES).hasSizeGreaterThan(8);
    }

    @Test
    void theFakesNeedNothingButCore() {
        classes()
                .that()
                .resideInAPackage("io.snowkeeper.test")
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "io.snowkeeper.test", "io.snowkeeper.core..", "java..", "org.jspecify.annotations..")
                .check(CLASSES);
    }

    @Test
    void onlyTheExtensionNeedsJUnit() {
        noClasses()
                .that()
                .haveSimpleNameNotStartingWith("SnowkeeperExtension")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.junit..")
                .check(CLASSES);
    }
}
