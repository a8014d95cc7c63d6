package io.snowkeeper.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.modular.Member;
import io.snowkeeper.testkit.curator.TemporaryZooKeeper;
import io.snowkeeper.testkit.process.JavaProcess;
import io.snowkeeper.testkit.process.Shell;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A program that has our libraries as modules, as docs/use/embedding.md says. ZooKeeper's two jars share packages: they cannot be modules. */
class ModulePathIT {

    /** As the build has them: folders of classes, or jars. */
    private static final Pattern MODULE = Pattern.compile(".*/(core|coordinator|sequences|embedded)/target/classes"
            + "|.*/snowkeeper-(core|coordinator|sequences|embedded)-[0-9.]+\\.jar"
            + "|.*/(jackson|slf4j-api)-[^/]*\\.jar");

    private static boolean isModule(Path element) {
        return MODULE.matcher(element.toString()).matches();
    }

    private static String joined(Stream<Path> elements) {
        return elements.map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    void aMemberJoinsItsFleetAsAModule() throws Exception {
        List<Path> all = JavaProcess.ownClassPath();
        List<String> command = new ArrayList<>(List.of(JavaProcess.tool("java")));
        command.addAll(List.of("--module-path", joined(all.stream().filter(ModulePathIT::isModule))));
        command.addAll(List.of("--class-path", joined(all.stream().filter(element -> !isModule(element)))));
        command.addAll(List.of("--add-modules", "io.snowkeeper.embedded"));
        command.addAll(List.of("--add-reads", "io.snowkeeper.coordinator=ALL-UNNAMED"));
        try (TemporaryZooKeeper zooKeeper = TemporaryZooKeeper.onAnyPort()) {
            command.addAll(List.of(Member.class.getName(), zooKeeper.getConnectString() + "/modules"));

            assertThat(Shell.run(command.toArray(String[]::new))).contains("io.snowkeeper.embedded true 7\n");
        }
    }
}
