package io.snowkeeper.springtest.aot;

import io.snowkeeper.core.api.Ids;
import io.snowkeeper.spring.NumberSequences;
import io.snowkeeper.spring.transaction.TransactionNumbers;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application that is processed ahead of time. */
@SpringBootApplication
class AotApplication {

    private AotApplication() {}

    public static void main(String[] arguments) {
        try (var application = SpringApplication.run(AotApplication.class, arguments)) {
            System.out.println("is larger: " + (application.getBean(Ids.class).next() > 0));
            EntityManager entities =
                    application.getBean(EntityManagerFactory.class).createEntityManager();
            Note note = new Note();
            entities.getTransaction().begin();
            entities.persist(note);
            entities.getTransaction().commit();
            System.out.println("entity: " + (note.id() > 0));
            System.out.println("numbers: "
                    + application.getBean(NumberSequences.class).sequence("any").name()
                    + application.getBeanNamesForType(TransactionNumbers.class).length);
            System.out.println("health: " + application.containsBean("snowkeeperHealthIndicator"));
        }
    }
}
