package io.snowkeeper.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiConsumer;
import org.apache.zookeeper.server.quorum.QuorumPeerConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.Yaml;

/**
 * The properties of each service in the compose file. It is read as YAML, with the services' common parts merged in.
 */
class ComposeFileTest {

    private static final Path DEPLOY = Path.of("../deploy");

    @Test
    void eachServiceHasLimitsOfMemoryAndProcesses() throws IOException {
        forEachService((name, service) -> {
            assertThat(service.get("mem_limit")).as(name).asString().matches("\\d+m");
            assertThat(service.get("pids_limit")).as(name).isInstanceOf(Integer.class);
        });
    }

    @Test
    void eachServiceRunsWithoutRightsOnAReadOnlyRoot() throws IOException {
        forEachService((name, service) -> {
            assertThat(service.get("read_only")).as(name).isEqualTo(true);
            assertThat(service.get("cap_drop")).as(name).isEqualTo(List.of("ALL"));
            assertThat(service.get("security_opt")).as(name).isEqualTo(List.of("no-new-privileges:true"));
            assertThat(service).as(name).doesNotContainKeys("privileged", "cap_add");
            assertThat(service.get("tmpfs"))
                    .as(name)
                    .asList()
                    .allSatisfy(mount -> assertThat(mount).asString().contains("size="));
        });
    }

    @Test
    void portsAreReachedFromThisMachineAlone() throws IOException {
        forEachService((name, service) -> assertThat((List<?>) service.getOrDefault("ports", List.of()))
                .as(name)
                .allSatisfy(port -> assertThat(port).asString().startsWith("127.0.0.1:")));
    }

    @Test
    void passwordsComeFromFilesAndNoneStandsInTheFile() throws IOException {
        forEachService((name, service) -> environment(service).forEach((variable, value) -> {
            if (variable.matches(".*(PASSWORD|TOKEN|SECRET|AUTH_FILE).*")) {
                assertThat(value).as(name + " " + variable).asString().startsWith("/run/secrets/");
            }
        }));
        assertThat(section("secrets").values())
                .isNotEmpty()
                .allSatisfy(secret ->
                        assertThat(((Map<?, ?>) secret).get("file")).asString().startsWith("./secrets/"));
        assertThat(Files.readAllLines(DEPLOY.resolve("../.gitignore"))).contains("deploy/secrets/");
    }

    @Test
    void grafanaHasNoPasswordOfItsOwn() throws IOException {
        Map<String, Object> grafana = service("grafana");

        assertThat(environment(grafana))
                .containsEntry("GF_SECURITY_ADMIN_PASSWORD__FILE", "/run/secrets/grafana-password");
        assertThat(grafana.get("secrets")).isEqualTo(List.of("grafana-password"));
    }

    @Test
    void nodesLogInToZooKeeperAndAskForATokenOfAdministrators() throws IOException {
        for (String name : List.of("n1", "n2", "n3")) {
            assertThat(environment(service(name)))
                    .as(name)
                    .containsEntry("SNOWKEEPER_ZOOKEEPER_AUTH_FILE", "/run/secrets/zookeeper-login")
                    .containsEntry("SNOWKEEPER_ADMIN_TOKEN_FILE", "/run/secrets/admin-token");
            assertThat(service(name).get("secrets")).isEqualTo(List.of("zookeeper-login", "admin-token"));
        }
    }

    @Test
    void zooKeepersConfigurationIsGoodForZooKeeperItself(@TempDir Path data) throws Exception {
        // As the image writes it at the first start.
        Files.writeString(data.resolve("myid"), "1");
        Properties properties = zooKeeper();
        properties.setProperty("dataDir", data.toString());
        QuorumPeerConfig configuration = new QuorumPeerConfig();
        configuration.parseProperties(properties);

        assertThat(configuration.getServers()).containsOnlyKeys(1L, 2L, 3L);
        assertThat(configuration.getMaxClientCnxns()).isEqualTo(60);
    }

    @Test
    void zooKeepersServerForAdministratorsIsOff() throws IOException {
        assertThat(zooKeeper()).containsEntry("admin.enableServer", "false");
    }

    @Test
    void heapAndDirectMemoryOfZooKeeperLeaveRoomForTheRest() throws IOException {
        for (String name : List.of("zk1", "zk2", "zk3")) {
            Map<String, Object> environment = environment(service(name));
            long taken = Long.parseLong(environment.get("ZK_SERVER_HEAP").toString())
                    + Flags.of(environment.get("SERVER_JVMFLAGS").toString()).mebibytes("MaxDirectMemorySize");

            assertThat(taken + 128).isLessThanOrEqualTo(mebibytes(service(name)));
        }
    }

    @Test
    void theFlagsOfTheNodeFitIntoItsLimit() throws IOException {
        for (String name : List.of("n1", "n2", "n3")) {
            assertThat(mebibytes(service(name))).as(name).isGreaterThanOrEqualTo(NodeFlags.SMALLEST_LIMIT);
        }
    }

    private static long mebibytes(Map<String, Object> service) {
        return Long.parseLong(service.get("mem_limit").toString().replace("m", ""));
    }

    private static Properties zooKeeper() throws IOException {
        Properties properties = new Properties();
        try (Reader in = Files.newBufferedReader(DEPLOY.resolve("zookeeper/zoo.cfg"))) {
            properties.load(in);
        }
        return properties;
    }

    private static void forEachService(BiConsumer<String, Map<String, Object>> check) throws IOException {
        assertThat(section("services")).hasSize(9);
        for (String name : section("services").keySet()) {
            check.accept(name, service(name));
        }
    }

    @SuppressWarnings("unchecked") // a service is a map
    private static Map<String, Object> service(String name) throws IOException {
        return (Map<String, Object>) section("services").get(name);
    }

    @SuppressWarnings("unchecked") // so is its environment
    private static Map<String, Object> environment(Map<String, Object> service) {
        return (Map<String, Object>) service.getOrDefault("environment", Map.of());
    }

    @SuppressWarnings("unchecked") // and a section
    private static Map<String, Object> section(String name) throws IOException {
        try (Reader in = Files.newBufferedReader(DEPLOY.resolve("compose.yaml"))) {
            return (Map<String, Object>)
                    new Yaml().<Map<String, Object>>load(in).get(name);
        }
    }
}
