package io.snowkeeper.cli.deploy.chart;

import java.util.Arrays;
import java.util.List;

/**
 * A value of the chart, by its path, with another value than the default, and the other values that it needs to matter.
 *
 * @param path such as {@code image.tag}
 * @param other the other value, as YAML
 * @param besides the other values that it needs, as YAML; empty for none
 */
record ChartValue(String path, String other, String besides) {

    private static final String A_PEER = "[{podSelector: {matchLabels: {app: shop}}}]";
    private static final String STATEFUL = "statefulSet: {enabled: true}";
    private static final String AUTOSCALING = "autoscaling: {enabled: true}";
    private static final String SHUT_IN = "networkPolicy: {enabled: true, extraIngress: [{ports: [{port: 9}]}]}";
    private static final String MONITORED = "serviceMonitor: {enabled: true}";
    private static final String OUTSIDE = "ingress: {enabled: true, host: ids.example.org}";
    private static final String BALANCER = "service: {type: LoadBalancer}";

    static List<ChartValue> all() {
        return List.of(
                value("replicaCount", "5"),
                value("fullnameOverride", "numbers"),
                value("image.repository", "registry.example.org/snowkeeper"),
                value("image.tag", "'0.2.0'"),
                value("image.digest", "'sha256:%s'".formatted("0123456789abcdef".repeat(4))),
                value("image.pullPolicy", "Always"),
                value("imagePullSecrets", "[{name: our-registry}]"),
                value("zookeeper.connect", "zk-0.zk:2181,zk-1.zk:2181/ids"),
                value("zookeeper.existingSecret", "zk"),
                value("zookeeper.existingSecretKey", "address", "zookeeper: {existingSecret: zk}"),
                value("zookeeper.login.existingSecret", "our-login"),
                value("zookeeper.login.key", "line", "zookeeper: {login: {existingSecret: our-login}}"),
                value("zookeeper.tls.existingSecret", "our-tls"),
                value("zookeeper.tls.caKey", "ca.crt", "zookeeper: {tls: {existingSecret: our-tls}}"),
                value("zookeeper.tls.keystoreKey", "node.pem", "zookeeper: {tls: {existingSecret: our-tls}}"),
                value("tls.existingSecret", "our-certificate"),
                value("tls.clientCaKey", "clients.crt", "tls: {existingSecret: our-certificate}"),
                value("adminToken.existingSecret", "our-token"),
                value("adminToken.key", "admin", "adminToken: {existingSecret: our-token}"),
                value("publicIdKeys.existingSecret", "our-keys"),
                value("publicIdKeys.key", "ids", "publicIdKeys: {existingSecret: our-keys}"),
                value("order", "total"),
                value("maxConnectionAge", "1h"),
                value("policy.existingSecret", "our-policy"),
                value("policy.key", "rights.json", "policy: {existingSecret: our-policy}"),
                value("options", "{window: 30s, max-batch: 1000000}"),
                value("existingSecret", "our-options"),
                value("extraEnv", "[{name: TZ, value: UTC}]"),
                value("extraArgs", "[--log-format=json]"),
                value("extraVolumes", "[{name: extra, configMap: {name: extra}}]"),
                value(
                        "extraVolumeMounts",
                        "[{name: extra, mountPath: /etc/extra, readOnly: true}]",
                        "extraVolumes: [{name: extra, configMap: {name: extra}}]"),
                value("initContainers", "[{name: first, image: busybox, command: ['true']}]"),
                value("extraContainers", "[{name: beside, image: busybox, command: [sleep, infinity]}]"),
                value("extraObjects", "[{apiVersion: v1, kind: Secret, metadata: {name: '{{ .Release.Name }}-more'}}]"),
                value("terminationGracePeriodSeconds", "90"),
                value("rollout.maxSurge", "25%"),
                value("statefulSet.enabled", "true"),
                value("statefulSet.size", "2Gi", STATEFUL),
                value("statefulSet.storageClassName", "local", STATEFUL),
                value("statefulSet.accessModes", "[ReadWriteOncePod]", STATEFUL),
                value("statefulSet.whenDeleted", "Retain", STATEFUL),
                value("statefulSet.whenScaled", "Retain", STATEFUL),
                value("autoscaling.enabled", "true"),
                value("autoscaling.minReplicas", "4", AUTOSCALING),
                value("autoscaling.maxReplicas", "24", AUTOSCALING),
                value("autoscaling.targetCPUUtilizationPercentage", "50", AUTOSCALING),
                value(
                        "autoscaling.metrics",
                        "[{type: Pods, pods: {metric: {name: ids}, target: {type: AverageValue, averageValue: 500k}}}]",
                        AUTOSCALING),
                value("autoscaling.behavior", "{scaleDown: {stabilizationWindowSeconds: 600}}", AUTOSCALING),
                value("service.type", "LoadBalancer"),
                value("service.linePort", "17070"),
                value("service.httpPort", "17071"),
                value("service.redisPort", "6379"),
                value("service.annotations", "{example.org/internal: 'true'}"),
                value("service.externalTrafficPolicy", "Local", BALANCER),
                value("service.loadBalancerSourceRanges", "[192.0.2.0/24]", BALANCER),
                value("headlessService.enabled", "false"),
                value("headlessService.annotations", "{example.org/public: 'false'}"),
                value("podDisruptionBudget.enabled", "false"),
                value("podDisruptionBudget.maxUnavailable", "20%"),
                value(
                        "topologySpreadConstraints",
                        "[{topologyKey: zone, maxSkew: 2, whenUnsatisfiable: DoNotSchedule, minDomains: 3}]"),
                value("networkPolicy.enabled", "true", "networkPolicy: {line: %s}".formatted(A_PEER)),
                value("networkPolicy.line", A_PEER, SHUT_IN),
                value("networkPolicy.http", A_PEER, SHUT_IN),
                value("networkPolicy.redis", A_PEER, SHUT_IN, "service: {redisPort: 6379}"),
                value("networkPolicy.zookeeper.to", A_PEER, SHUT_IN),
                value("networkPolicy.zookeeper.ports", "[2281]", SHUT_IN),
                value("networkPolicy.dns.to", "[{namespaceSelector: {}}]", SHUT_IN),
                value("networkPolicy.extraIngress", "[{from: [{ipBlock: {cidr: 192.0.2.0/24}}]}]", SHUT_IN),
                value("networkPolicy.extraEgress", "[{to: [{ipBlock: {cidr: 192.0.2.0/24}}]}]", SHUT_IN),
                value("serviceMonitor.enabled", "true"),
                value("serviceMonitor.interval", "30s", MONITORED),
                value("serviceMonitor.labels", "{release: prometheus}", MONITORED),
                value(
                        "serviceMonitor.tlsConfig",
                        "{ca: {secret: {name: ids-ca, key: ca.crt}}, serverName: ids.example.org}",
                        MONITORED,
                        "tls: {existingSecret: our-certificate}"),
                value("serviceMonitor.fleet", "orders", MONITORED),
                value("prometheusRule.enabled", "true"),
                value("prometheusRule.labels", "{release: prometheus}", "prometheusRule: {enabled: true}"),
                value("dashboard.enabled", "true"),
                value("dashboard.labels", "{team: ids}", "dashboard: {enabled: true}"),
                value("ingress.enabled", "true", "ingress: {host: ids.example.org}"),
                value("ingress.className", "nginx", OUTSIDE),
                value("ingress.annotations", "{example.org/limit: '10'}", OUTSIDE),
                value("ingress.host", "numbers.example.org", OUTSIDE),
                value("ingress.paths", "[/v1]", OUTSIDE),
                value("ingress.tlsSecret", "ids-tls", OUTSIDE),
                value("tcpRoute.parentRefs", "[{name: gateway, sectionName: line}]"),
                value("startupProbe.periodSeconds", "2"),
                value("startupProbe.failureThreshold", "120"),
                value("livenessProbe.periodSeconds", "20"),
                value("livenessProbe.timeoutSeconds", "5"),
                value("livenessProbe.failureThreshold", "6"),
                value("readinessProbe.periodSeconds", "1"),
                value("readinessProbe.timeoutSeconds", "1"),
                value("readinessProbe.failureThreshold", "2"),
                value("resources", "{requests: {cpu: '2', memory: 1Gi}, limits: {cpu: '4', memory: 1Gi}}"),
                value("podSecurityContext", "{runAsUser: null, runAsGroup: null, fsGroup: null}"),
                value("securityContext", "{privileged: false}"),
                value("serviceAccount.existingName", "ours"),
                value("podAnnotations", "{example.org/team: ids}"),
                value("podLabels", "{team: ids}"),
                value("nodeSelector", "{disk: ssd}"),
                value("tolerations", "[{key: ids, operator: Exists, effect: NoSchedule}]"),
                value(
                        "affinity",
                        "{nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: "
                                + "[{matchExpressions: [{key: arch, operator: In, values: [amd64]}]}]}}}"),
                value("priorityClassName", "high"));
    }

    private static ChartValue value(String path, String other, String... besides) {
        return new ChartValue(path, other, String.join("\n", besides));
    }

    Rendered byDefault() {
        return Chart.with(besides);
    }

    Rendered asSet() {
        return Chart.with(besides, nested());
    }

    /** Such as {image: {tag: '0.2.0'}}. */
    private String nested() {
        List<String> names = Arrays.asList(path.split("\\."));
        return "{" + String.join(": {", names) + ": " + other + "}".repeat(names.size());
    }

    @Override
    public String toString() {
        return path;
    }
}
