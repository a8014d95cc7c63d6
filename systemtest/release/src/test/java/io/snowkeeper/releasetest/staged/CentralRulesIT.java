package io.snowkeeper.releasetest.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.extent.OnlyInFull;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The requirements that Maven Central has written down, and ours, held against a release that was staged. */
@OnlyInFull
@ExtendWith(Staging.Resolver.class)
class CentralRulesIT {

    private static final String VERSION = Project.VERSION;

    private Staging staging;
    private StagedRelease release;

    @BeforeEach
    void release(Staging staging) {
        this.staging = staging;
        release = staging.release();
    }

    private Pom pom(String module) {
        return Pom.read(release.file(module, VERSION, ".pom"));
    }

    /** Returns the files that need a signature and checksums: all of the repository that are neither. */
    private List<Path> published() throws IOException {
        return release.files().stream()
                .filter(file -> file.startsWith(release.repository()))
                .toList();
    }

    @Test
    void theVersionIsARelease() {
        assertThat(VERSION).matches("\\d+\\.\\d+\\.\\d+");
    }

    @Test
    void publishedIsTheBomAndWhatStandsInIt() throws IOException {
        Pom bom = pom(StagedRelease.BOM);

        assertThat(release.libraries())
                .hasSizeGreaterThan(3)
                .containsExactlyInAnyOrderElementsOf(
                        bom.texts("dependencyManagement/dependencies/dependency/artifactId"));
        assertThat(bom.texts("dependencyManagement/dependencies/dependency/groupId"))
                .containsOnly("io.snowkeeper");
    }

    @Test
    void eachPomHasItsCoordinates() throws IOException {
        assertThat(release.modules()).allSatisfy(module -> {
            Pom pom = pom(module);
            assertThat(pom.text("groupId") + ":" + pom.text("artifactId") + ":" + pom.text("version"))
                    .isEqualTo("io.snowkeeper:" + module + ":" + VERSION);
            assertThat(pom.text("packaging")).isEqualTo(module.equals(StagedRelease.BOM) ? "pom" : "");
        });
    }

    @Test
    void eachPomSaysWhatItIsWhoseAndUnderWhatLicence() throws IOException {
        assertThat(release.modules()).allSatisfy(module -> {
            Pom pom = pom(module);
            for (String required : List.of(
                    "name",
                    "description",
                    "url",
                    "licenses/license/name",
                    "licenses/license/url",
                    "developers/developer/name",
                    "developers/developer/url",
                    "scm/connection",
                    "scm/developerConnection",
                    "scm/url")) {
                assertThat(pom.text(required)).as(required).isNotBlank();
            }
            // Maven would append the name of the module.
            assertThat(pom.text("scm/url")).isEqualTo(pom.text("url")).doesNotContain(module);
        });
        assertThat(release.modules().stream().map(module -> pom(module).text("name")))
                .doesNotHaveDuplicates();
    }

    @Test
    void noPomNeedsAnythingThatIsNotPublished() throws IOException {
        List<String> libraries = release.libraries();

        assertThat(release.modules()).allSatisfy(module -> {
            Pom pom = pom(module);
            assertThat(pom.nodes(
                            "parent | repositories | pluginRepositories | distributionManagement | build | profiles"
                                    + " | modules"))
                    .isEmpty();
            assertThat(pom.nodes(
                            "//dependency[not(version)] | //dependency[scope='test'] | //dependency[scope='system']"))
                    .isEmpty();
            assertThat(pom.texts("//version")).noneMatch(version -> version.endsWith("-SNAPSHOT"));
            assertThat(libraries).containsAll(pom.texts("//dependency[groupId='io.snowkeeper']/artifactId"));
        });
    }

    @Test
    void eachLibraryHasItsClassesSourcesDocumentsAndParts() throws IOException {
        assertThat(release.libraries()).allSatisfy(module -> {
            assertThat(names(module, ".jar"))
                    .anyMatch(name -> name.endsWith(".class"))
                    .contains("META-INF/LICENSE")
                    .noneMatch(name -> name.contains("/testkit/"));
            assertThat(names(module, "-sources.jar")).anyMatch(name -> name.endsWith(".java"));
            assertThat(names(module, "-javadoc.jar"))
                    .contains("index.html")
                    .anyMatch(name -> name.matches("(.*/)?io/.+"));
            JsonNode parts = new ObjectMapper()
                    .readTree(release.file(module, VERSION, "-cyclonedx.json").toFile());
            assertThat(parts.at("/metadata/component/name").asText()).isEqualTo(module);
            assertThat(parts.at("/metadata/component/version").asText()).isEqualTo(VERSION);
        });
    }

    @Test
    void eachLibraryIsAModuleWhoseNameStaysIfItsFileIsRenamed() throws IOException {
        assertThat(release.libraries()).allSatisfy(module -> {
            Path jar = release.file(module, VERSION, ".jar");
            String packages = module.equals("snowkeeper-spring-boot-starter")
                    ? "io.snowkeeper.spring"
                    : module.replace("snowkeeper-", "io.snowkeeper.");
            assertThat(ModuleFinder.of(jar).findAll())
                    .singleElement()
                    .satisfies(found -> assertThat(found.descriptor().name()).isEqualTo(packages));
        });
    }

    private List<String> names(String module, String ending) throws IOException {
        try (JarFile jar = new JarFile(release.file(module, VERSION, ending).toFile())) {
            return jar.stream().map(entry -> entry.getName()).toList();
        }
    }

    @Test
    void nothingElseIsThere() throws IOException {
        assertThat(published().stream()
                        .map(file -> release.repository().relativize(file).toString()))
                .allMatch(file -> file.matches("io/snowkeeper/([a-z-]+)/" + VERSION + "/\\1-" + VERSION
                        + "(\\.pom|\\.jar|-sources\\.jar|-javadoc\\.jar|-cyclonedx\\.json)"));
    }

    @Test
    void eachFileHasAGoodSignatureAndChecksums() throws IOException {
        assertThat(published()).isNotEmpty().allSatisfy(file -> {
            assertThatCode(() -> staging.verify(Path.of(file + ".asc"), file)).doesNotThrowAnyException();
            assertThat(Path.of(file + ".md5")).hasContent(StagedRelease.digest("MD5", file));
            assertThat(Path.of(file + ".sha1")).hasContent(StagedRelease.digest("SHA-1", file));
        });
    }

    @Test
    void theDistributionHasGoodSignaturesAndChecksums() throws IOException {
        Path distribution = release.folder().resolve("distribution");
        List<Path> files = release.files().stream()
                .filter(file -> file.startsWith(distribution))
                .toList();
        String sums = Files.readString(distribution.resolve("SHA256SUMS"));

        assertThat(files.stream().map(file -> file.getFileName().toString()))
                .containsExactlyInAnyOrder(
                        "SHA256SUMS",
                        "snowkeeper-" + VERSION + ".tar.gz",
                        "snowkeeper_" + VERSION + "_all.deb",
                        "snowkeeper-" + VERSION + "-cyclonedx.json",
                        "snowkeeper-loadtest-" + VERSION + ".tar.gz",
                        "snowkeeper-loadtest-" + VERSION + "-cyclonedx.json");
        assertThat(files).allSatisfy(file -> {
            assertThatCode(() -> staging.verify(Path.of(file + ".asc"), file)).doesNotThrowAnyException();
            if (!file.endsWith("SHA256SUMS")) {
                assertThat(sums).contains(StagedRelease.digest("SHA-256", file) + "  " + file.getFileName() + "\n");
            }
        });
    }
}
