package io.snowkeeper.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The starter wires what applications use, and each part of it needs what it is for alone. */
class ArchitectureTest {

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.snowkeeper.spring");

    @Test
    void theRulesSeeTheStarter() {
        assertThat(CLASSES).hasSizeGreaterThan(30);
    }

    @Test
    void itUsesWhatApplicationsUse() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.snowkeeper.node..",
                        "io.snowkeeper.client.internal..",
                        "io.snowkeeper.embedded.id..",
                        "io.snowkeeper.embedded.member..",
                        "io.snowkeeper.embedded.sequence..",
                        "io.netty..",
                        "org.apache..")
                .check(CLASSES);
    }

    @Test
    void ofTheCoordinatorItKnowsHowToLogIn() {
        classes()
                .that()
                .haveSimpleName("EmbeddedMember")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.snowkeeper.coordinator")
                .check(CLASSES);
        noClasses()
                .that()
                .doNotHaveSimpleName("EmbeddedMember")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.snowkeeper.coordinator..")
                .check(CLASSES);
    }

    @Test
    void eachHealthIndicatorKnowsItsOwnSpringBoot() {
        noClasses()
                .that()
                .haveSimpleNameNotStartingWith("Boot3")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "org.springframework.boot.actuate.health..",
                        "org.springframework.boot.actuate.autoconfigure.health..")
                .check(CLASSES);
        noClasses()
                .that()
                .haveSimpleNameNotStartingWith("Boot4")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.springframework.boot.health..")
                .check(CLASSES);
    }

    @Test
    void onlyMetersKnowMicrometerAndOnlyIdsOfEntitiesKnowStores() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.snowkeeper.spring.metrics")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.micrometer..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage("io.snowkeeper.spring.id")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.hibernate..", "org.springframework.data..", "org.springframework.orm..")
                .check(CLASSES);
    }

    @Test
    void packagesFormNoCycles() {
        slices().matching("io.snowkeeper.(**)").should().beFreeOfCycles().check(CLASSES);
    }
}
