/** Prometheus and Alertmanager of the system, started for one test. */
@org.jspecify.annotations.NullMarked
package io.snowkeeper.testkit.prometheus;
