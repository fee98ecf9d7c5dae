package streamerapi.localstack.queues;

import software.amazon.awssdk.services.sqs.SqsClient;
import streamerapi.localstack.functions.Functions;
import streamerapi.localstack.template.Template;

import java.util.List;
import java.util.Set;

/// Every `SQS` event of the template, at work.
public final class QueueTriggers implements AutoCloseable {
    private final List<QueueTrigger> triggers;

    /// @param idle functions whose queues are not read
    /// @throws streamerapi.localstack.template.TemplateException if an event cannot be wired
    public QueueTriggers(Template template, Queues queues, SqsClient sqs, Functions functions, Set<String> idle) {
        triggers = QueueTriggerSettings.of(template).stream()
                .filter(settings -> !idle.contains(settings.function()))
                .map(settings -> new QueueTrigger(
                        settings,
                        queues.url(settings.queue()),
                        settings.deadLetters().map(queues::url),
                        sqs,
                        functions))
                .toList();
    }

    public void start() {
        triggers.forEach(QueueTrigger::start);
    }

    /// Takes no more messages, and returns when those taken have been worked on.
    public void pause() throws InterruptedException {
        for (QueueTrigger trigger : triggers) {
            trigger.gate().pause();
        }
    }

    public void resume() {
        triggers.forEach(trigger -> trigger.gate().resume());
    }

    @Override
    public void close() {
        triggers.forEach(QueueTrigger::close);
    }
}
