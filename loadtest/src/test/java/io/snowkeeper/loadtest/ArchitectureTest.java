package io.snowkeeper.loadtest;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The rules for the packages of this module. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.snowkeeper.loadtest");

    @Test
    void packagesFormNoCycles() {
        slices().matching("io.snowkeeper.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
