package io.snowkeeper.releasetest.staged;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowkeeper.releasetest.machine.Project;
import io.snowkeeper.testkit.extent.OnlyInFull;
import io.snowkeeper.testkit.net.Ports;
import io.snowkeeper.testkit.node.NodeProcess;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Programs that have two libraries of the staged release and hold no version of anything else: Maven takes the nearest
 * of common dependencies.
 */
@OnlyInFull
@ExtendWith(Staging.Resolver.class)
class LibraryPairsIT {

    private static final String STARTER = "snowkeeper-spring-boot-starter";

    @TempDir(factory = TempDirFactory.Standard.class)
    private static Path folder;

    private static List<String> libraries;

    @BeforeAll
    static void resolve(Staging staging) throws Exception {
        libraries = staging.release().libraries();
        List<String> modules = new ArrayList<>(List.of("sample", "starts", "held", "raised"));
        Checkout.copy(Path.of("src/sample").toAbsolutePath(), folder.resolve("sample"));
        Checkout.copy(Path.of("src/pairs").toAbsolutePath(), folder.resolve("starts"));
        for (String first : libraries) {
            for (String second : libraries) {
                if (!first.equals(second)) {
                    modules.add(module(pair(first, second), "", List.of(first, second)));
                }
            }
        }
        List<String> node = List.of("snowkeeper-test", "snowkeeper-client", "snowkeeper-node");
        String boot = imported("org.springframework.boot", "spring-boot-dependencies", "${spring-boot.version}");
        module("held", boot, node);
        module("raised", Project.documented("docs/use/testing.md", "netty of a node", "xml") + boot, node);
        Files.writeString(folder.resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>pairs</groupId>
                  <artifactId>pairs</artifactId>
                  <version>1</version>
                  <packaging>pom</packaging>
                  <modules>%s</modules>
                  <repositories><repository><id>staged</id><url>${staged}</url></repository></repositories>
                  <build>
                    <plugins>
                      <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.16.0</version></plugin>
                      <plugin><artifactId>maven-dependency-plugin</artifactId><version>3.9.0</version></plugin>
                    </plugins>
                  </build>
                </project>
                """.formatted(String.join(
                "", modules.stream().map("<module>%s</module>"::formatted).toList())));
        staging.build(folder, "compile", "dependency:build-classpath", "-Dmdep.outputFile=class-path.txt");
    }

    private static String pair(String first, String second) {
        return first + "-" + second;
    }

    /** Writes a project that has libraries, and the Spring Boot that the starter is for. */
    private static String module(String name, String managed, List<String> libraries) throws IOException {
        String dependencies = libraries.stream()
                .map(library -> dependency("io.snowkeeper", library, Project.VERSION, ""))
                .collect(Collectors.joining());
        if (libraries.contains(STARTER)) {
            dependencies += dependency("org.springframework.boot", "spring-boot-starter", "${spring-boot.version}", "");
        }
        Files.writeString(Files.createDirectory(folder.resolve(name)).resolve("pom.xml"), """
                <project>
                  <modelVersion>4.0.0</modelVersion>
                  <parent><groupId>pairs</groupId><artifactId>pairs</artifactId><version>1</version></parent>
                  <artifactId>%s</artifactId>
                  <packaging>pom</packaging>
                  <dependencyManagement><dependencies>%s</dependencies></dependencyManagement>
                  <dependencies>%s</dependencies>
                </project>
                """.formatted(
                        name, managed, dependencies));
        return name;
    }

    private static String imported(String group, String artifact, String version) {
        return dependency(group, artifact, version, "<type>pom</type><scope>import</scope>");
    }

    private static String dependency(String group, String artifact, String version, String more) {
        return "<dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>%s</dependency>"
                .formatted(group, artifact, version, more);
    }

    private static List<Path> classPath(String module) throws IOException {
        return Stream.of(Files.readString(folder.resolve(module).resolve("class-path.txt"))
                        .strip()
                        .split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    private static Set<String> jars(String module) throws IOException {
        return classPath(module).stream()
                .map(jar -> jar.getFileName().toString())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Runs classes of the samples in one process with a module's class path, and returns their output. */
    private static String run(String module, List<String> programs) throws IOException {
        List<Path> path = new ArrayList<>(classPath(module));
        path.add(folder.resolve("sample/target/classes"));
        path.add(folder.resolve("starts/target/classes"));
        // The one of ZooKeeper's two client connections that needs Netty.
        List<String> options = List.of(
                "-XX:TieredStopAtLevel=1", "-Dzookeeper.clientCnxnSocket=org.apache.zookeeper.ClientCnxnSocketNetty");
        return Shell.run(JavaProcess.command(options, JavaProcess.mainClass(path, "pairs.Several"), programs)
                .toArray(String[]::new));
    }

    @Test
    void theirOrderDoesNotMatter() throws IOException {
        for (String first : libraries) {
            for (String second : libraries.subList(0, libraries.indexOf(first))) {
                assertThat(jars(pair(first, second)))
                        .as("%s before %s", first, second)
                        .isEqualTo(jars(pair(second, first)));
            }
        }
    }

    @Test
    void whateverIsThereStarts(@TempDir Path state) throws Exception {
        Map<Set<String>, String> modules = new LinkedHashMap<>();
        for (String first : libraries) {
            for (String second : libraries.subList(0, libraries.indexOf(first))) {
                modules.put(jars(pair(first, second)), pair(first, second));
            }
        }
        String zooKeeperPort = Integer.toString(Ports.next());
        try (NodeProcess node = NodeProcess.serve(state, Map.of(), "--embedded-zookeeper-port", zooKeeperPort)) {
            node.awaitWorkerId();
            InetSocketAddress address = node.address();
            String servers = address.getHostString() + ":" + address.getPort();
            String zooKeeper = "127.0.0.1:" + zooKeeperPort;
            Map<String, String> starts = Map.of(
                    "snowkeeper-core",
                    "sample.GeneratedIds",
                    "snowkeeper-coordinator",
                    "pairs.LookedAtServer " + zooKeeper,
                    "snowkeeper-sequences",
                    "pairs.CountedNumbers " + zooKeeper,
                    "snowkeeper-embedded",
                    "sample.MemberIds " + zooKeeper,
                    "snowkeeper-node",
                    "pairs.NodeIds",
                    "snowkeeper-client",
                    "sample.ClientIds " + servers,
                    "snowkeeper-test",
                    "sample.FakedIds",
                    STARTER,
                    "sample.SpringIds --snowkeeper.servers=" + servers);
            assertThat(starts).containsOnlyKeys(libraries);
            for (Map.Entry<Set<String>, String> module : modules.entrySet()) {
                List<String> programs = libraries.stream()
                        .filter(library -> module.getKey().contains("%s-%s.jar".formatted(library, Project.VERSION)))
                        .map(starts::get)
                        .toList();
                assertThat(run(module.getValue(), programs).lines())
                        .as(module.getValue())
                        .filteredOn("true"::equals)
                        .hasSameSizeAs(programs);
            }
        }
    }

    @Test
    void aNodeBesideTheNettyOfSpringBoot3SaysWhatItNeeds() {
        assertThatThrownBy(() -> run("held", List.of("pairs.LocalNodeIds")))
                .hasMessageContaining("a node in a test needs Netty 4.2, and the class path has 4.1.");
    }

    @Test
    void aNodeOfAProjectWithSpringBoot3StartsByTheDocumentedNetty() throws IOException {
        assertThat(run("raised", List.of("pairs.LocalNodeIds")).lines()).contains("true");
    }
}
