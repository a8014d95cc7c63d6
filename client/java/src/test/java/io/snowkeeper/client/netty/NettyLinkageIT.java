package io.snowkeeper.client.netty;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitCallTarget;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Every class, method and constructor of Netty that the client names is there in each version, with the same types. */
class NettyLinkageIT {

    private static final JavaClasses CLIENT = new ClassFileImporter().importJars(jar());

    @ParameterizedTest
    @EnumSource
    void whatTheClientCallsIsThere(NettyJars netty) throws Exception {
        Set<String> missing = new HashSet<>();
        int found = 0;
        try (URLClassLoader loader = loader(netty)) {
            for (CodeUnitCallTarget target : calls()) {
                if (has(loader, target)) {
                    found++;
                } else {
                    missing.add(target.getFullName());
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(found).isGreaterThan(20);
    }

    @ParameterizedTest
    @EnumSource
    void whatTheClientExtendsIsThere(NettyJars netty) throws Exception {
        try (URLClassLoader loader = loader(netty)) {
            List<String> types = CLIENT.stream()
                    .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                    .map(dependency -> dependency.getTargetClass().getBaseComponentType())
                    .map(JavaClass::getName)
                    .filter(name -> name.startsWith("io.netty."))
                    .distinct()
                    .toList();
            assertThat(types).hasSizeGreaterThan(20).allSatisfy(loader::loadClass);
        }
    }

    private static Set<CodeUnitCallTarget> calls() {
        return CLIENT.stream()
                .flatMap(type -> Stream.<JavaCall<?>>concat(
                        type.getMethodCallsFromSelf().stream(), type.getConstructorCallsFromSelf().stream()))
                .<CodeUnitCallTarget>map(JavaCall::getTarget)
                .filter(target -> target.getOwner().getName().startsWith("io.netty."))
                .collect(Collectors.toSet());
    }

    private static boolean has(ClassLoader loader, CodeUnitCallTarget target) throws ClassNotFoundException {
        Class<?> owner = Class.forName(target.getOwner().getName(), false, loader);
        Stream<? extends Executable> units = target.getName().equals("<init>")
                ? Arrays.stream(owner.getDeclaredConstructors())
                : withAncestors(owner)
                        .flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                        .filter(method -> method.getName().equals(target.getName()))
                        .filter(method -> method.getReturnType()
                                .getName()
                                .equals(target.getRawReturnType().getName()));
        List<String> parameters =
                target.getRawParameterTypes().stream().map(JavaClass::getName).toList();
        return units.anyMatch(unit -> Arrays.stream(unit.getParameterTypes())
                .map(Class::getName)
                .toList()
                .equals(parameters));
    }

    private static Stream<Class<?>> withAncestors(Class<?> type) {
        Stream<Class<?>> above =
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()));
        return Stream.concat(Stream.of(type), above.flatMap(NettyLinkageIT::withAncestors));
    }

    private static URLClassLoader loader(NettyJars netty) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (Path jar : netty.files()) {
            urls.add(jar.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    }

    private static JarFile jar() {
        try {
            return new JarFile(System.getProperty("client.jar"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
